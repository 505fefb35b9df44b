import * as z from "zod/mini";
import {
  accountChangesSchema,
  accountSchema,
  newEmailSchema,
  passwordChangeSchema,
  sessionsSchema,
} from "#accounts/own-account/account.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { type AccountServices, changeAccount, readAccount } from "./change-account.ts";
import { changePassword } from "./change-password.ts";
import { endOtherSessions, endSession, listSessions } from "./end-sessions.ts";
import { requestEmail } from "./request-email.ts";

const config = { access: "account" } as const;
const doneSchema = z.object({ success: z.literal(true), message: z.string() });
const done = (message: string) => ({ success: true as const, message });

/** Each call is about the account of its caller. */
export function accountRoutes(services: AccountServices) {
  return async (app: App) => {
    sessionRoutes(app, services);
    app.get(
      "",
      { config, schema: { summary: "The caller's account", response: { 200: accountSchema } } },
      async (request) => ({ success: true as const, account: await readAccount(services, requireCaller(request)) }),
    );

    app.patch(
      "",
      {
        config,
        schema: {
          summary: "Change the caller's name, or which mails an admin wants; missing ones stay unchanged",
          body: accountChangesSchema,
          response: { 200: accountSchema },
        },
      },
      async (request) => {
        const caller = requireCaller(request);
        await changeAccount(services, { caller, changes: request.body });
        return { success: true as const, account: await readAccount(services, caller) };
      },
    );

    app.post(
      "/password",
      {
        config,
        schema: {
          summary: "Change the caller's password, which ends every other sign-in",
          body: passwordChangeSchema,
          response: { 200: doneSchema },
        },
      },
      async (request) => {
        await changePassword(services, { caller: requireCaller(request), change: request.body });
        return done("Password changed. You are signed out everywhere else.");
      },
    );

    app.post(
      "/email",
      {
        config: { ...config, proof: true },
        schema: {
          summary: "Ask for another e-mail address. It changes once a link that is mailed to it is opened",
          body: newEmailSchema,
          response: { 200: doneSchema },
        },
      },
      async (request) => {
        const { email } = request.body;
        await requestEmail(services, { caller: requireCaller(request), email });
        return done(`We have sent an e-mail to ${email}. Nothing changes before you open its link.`);
      },
    );
  };
}

function sessionRoutes(app: App, services: AccountServices): void {
  app.get(
    "/sessions",
    { config, schema: { summary: "Where the caller is signed in", response: { 200: sessionsSchema } } },
    async (request) => ({ success: true as const, sessions: await listSessions(services, requireCaller(request)) }),
  );

  app.delete(
    "/sessions",
    { config, schema: { summary: "End every sign-in of the caller but this one", response: { 200: doneSchema } } },
    async (request) => {
      await endOtherSessions(services, requireCaller(request));
      return done("You are signed out everywhere else");
    },
  );

  app.delete(
    "/sessions/:id",
    {
      config,
      schema: {
        summary: "End one sign-in of the caller",
        params: z.object({ id: z.string() }),
        response: { 200: doneSchema },
      },
    },
    async (request) => {
      await endSession(services, { caller: requireCaller(request), id: request.params.id });
      return done("Signed out there");
    },
  );
}
