import * as z from "zod/mini";
import { signedInSchema } from "#accounts/users/credentials.ts";
import {
  confirmationSchema,
  forgotPasswordSchema,
  messageSchema,
  passwordByLinkSchema,
  signInOptionsSchema,
} from "#accounts/users/link.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { shownEmail, shownPhone } from "#company/shell/shown.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
import type { App } from "#platform/server/http/types.ts";
import { readAccountRules } from "../account-rules.ts";
import type { AuthServices } from "../sign-in/start-session.ts";
import { visitOf } from "../visits/visit.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { confirmEmail, sendConfirmationAgain } from "./confirm-email.ts";
import { askForReset, resetPassword } from "./reset-password.ts";

export type LinkConfig = { rateLimit: boolean; publicUrl: string; smtpUrl: string | undefined };

const PUBLIC = { access: "public" } as const;
/** Whether there is one or not. */
const ASKED = "If there is an account with this address, an e-mail with a link is on its way. It works for 30 minutes.";

/** Under the prefix of sign-in, whose cookies they use. */
export function linkRoutes(services: AuthServices, { rateLimit, publicUrl, smtpUrl }: LinkConfig) {
  const isHttps = publicUrl.startsWith("https:");
  return async (app: App) => {
    app.get(
      "/options",
      { config: PUBLIC, schema: { summary: "What the sign-in pages offer", response: { 200: signInOptionsSchema } } },
      async () => ({
        success: true as const,
        mail: smtpUrl !== undefined,
        registration: (await readAccountRules(services.database.read)).registration,
        ask: (shownEmail(currentFacts()) ?? shownPhone(currentFacts()))?.text ?? "",
      }),
    );

    app.post(
      "/forgot-password",
      {
        config: PUBLIC,
        schema: {
          summary: "Ask for a link to set a new password. The same answer whether there is an account or not",
          body: forgotPasswordSchema,
          response: { 200: messageSchema },
        },
      },
      async (request) => {
        const limitKey = rateLimit ? clientAddressKey(request.ip) : undefined;
        await askForReset(services, { email: request.body.email, limitKey });
        return { success: true as const, message: ASKED };
      },
    );

    app.post(
      "/reset-password",
      {
        config: PUBLIC,
        schema: {
          summary: "Set a new password with the link of an e-mail. Ends every sign-in, and signs nobody in",
          body: passwordByLinkSchema,
          response: { 200: messageSchema },
        },
      },
      async (request) => {
        await resetPassword(services, request.body);
        return { success: true as const, message: "Your new password is set. Please sign in with it." };
      },
    );

    app.post(
      "/accept-invitation",
      {
        config: PUBLIC,
        schema: {
          summary: "Make the account that an admin has invited to, with a password of one's own",
          body: passwordByLinkSchema,
          response: { 201: signedInSchema },
        },
      },
      async (request, reply) => {
        const visit = visitOf(request, reply, { isHttps });
        return reply.status(201).send(await acceptInvitation(services, { ...request.body, visit }));
      },
    );

    app.post(
      "/confirm-email",
      {
        config: PUBLIC,
        schema: {
          summary:
            "Confirm an e-mail address with the link that was mailed to it. One that was registered, with the account's password or with a new one, which ends all that the account had",
          body: confirmationSchema,
          response: { 200: messageSchema },
        },
      },
      async (request) => {
        await confirmEmail({ ...services, rateLimit }, request.body);
        return { success: true as const, message: "Thank you. Your e-mail address is confirmed." };
      },
    );
  };
}

/** For signed-in accounts. */
export function confirmationRoutes(services: AuthServices, { rateLimit }: Pick<LinkConfig, "rateLimit">) {
  return async (app: App) => {
    app.post(
      "/confirmation",
      {
        config: { access: "account" },
        schema: {
          summary: "Send the link that confirms the account's e-mail address again",
          body: z.optional(z.unknown()),
          response: { 200: messageSchema },
        },
      },
      async (request) => {
        const isSent = await sendConfirmationAgain(services, {
          userId: requireCaller(request).id,
          isLimited: rateLimit,
        });
        const message = isSent ? "The e-mail is on its way" : "Your e-mail address is confirmed already";
        return { success: true as const, message };
      },
    );
  };
}
