import {
  accountChangesSchema,
  accountSchema,
  newEmailSchema,
  passwordChangeSchema,
  sessionsSchema,
} from "#accounts/own-account/account.ts";
import { type Endpoints, endpoints } from "#platform/server/endpoints.ts";
import { doneSchema } from "#platform/shapes.ts";
import { type AccountServices, changeAccount, readAccount } from "./change-account.ts";
import { changePassword } from "./change-password.ts";
import { endOtherSessions, endSession, listSessions } from "./end-sessions.ts";
import { requestEmail } from "./request-email.ts";

export function accountRoutes(services: AccountServices) {
  return endpoints({ access: "account", clock: services.clock }, (api) => {
    sessionRoutes(api, services);
    api.get("", {
      summary: "The caller's account",
      answer: accountSchema,
      handle: async ({ caller }) => ({ account: await readAccount(services, caller) }),
    });

    api.patch("", {
      summary: "Change the caller's name, or which mails an admin wants; missing ones stay unchanged",
      body: accountChangesSchema,
      answer: accountSchema,
      handle: async ({ body, caller }) => {
        await changeAccount(services, { caller, changes: body });
        return { account: await readAccount(services, caller) };
      },
    });

    api.post("/password", {
      summary: "Change the caller's password, which ends every other sign-in",
      body: passwordChangeSchema,
      message: "Password changed. You are signed out everywhere else.",
      handle: ({ body, caller }) => changePassword(services, { caller, change: body }),
    });

    api.post("/email", {
      summary: "Ask for another e-mail address. It changes once a link that is mailed to it is opened",
      proof: true,
      body: newEmailSchema,
      answer: doneSchema,
      handle: async ({ body: { email }, caller }) => {
        await requestEmail(services, { caller, email });
        return { message: `We have sent an e-mail to ${email}. Nothing changes before you open its link.` };
      },
    });
  });
}

function sessionRoutes(api: Endpoints<"account">, services: AccountServices): void {
  api.get("/sessions", {
    summary: "Where the caller is signed in",
    answer: sessionsSchema,
    handle: async ({ caller }) => ({ sessions: await listSessions(services, caller) }),
  });

  api.delete("/sessions", {
    summary: "End every sign-in of the caller but this one",
    message: "You are signed out everywhere else",
    handle: ({ caller }) => endOtherSessions(services, caller),
  });

  api.delete("/sessions/:id", {
    summary: "End one sign-in of the caller",
    message: "Signed out there",
    handle: ({ id, caller }) => endSession(services, { caller, id }),
  });
}
