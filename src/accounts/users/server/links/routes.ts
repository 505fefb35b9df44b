import * as z from "zod/mini";
import { signedInSchema } from "#accounts/users/credentials.ts";
import { heldInvitationSchema } from "#accounts/users/invitation.ts";
import {
  confirmationSchema,
  forgotPasswordSchema,
  linkTokenSchema,
  passwordByLinkSchema,
  signInOptionsSchema,
} from "#accounts/users/link.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { shownEmail, shownPhone } from "#company/shell/shown.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
import { doneSchema } from "#platform/shapes.ts";
import { readAccountRules } from "../account-rules.ts";
import type { AuthServices } from "../sign-in/start-session.ts";
import { visitOf } from "../visits/visit.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { confirmEmail, sendConfirmationAgain } from "./confirm-email.ts";
import { readInvitation } from "./invitations.ts";
import { askForReset, resetPassword } from "./reset-password.ts";

export type LinkConfig = { rateLimit: boolean; publicUrl: string; smtpUrl: string | undefined };

const ASKED = "If there is an account with this address, an e-mail with a link is on its way. It works for 30 minutes.";

export function linkRoutes(services: AuthServices, { rateLimit, publicUrl, smtpUrl }: LinkConfig) {
  const isHttps = publicUrl.startsWith("https:");
  return endpoints({ access: "public", clock: services.clock }, (api) => {
    api.get("/options", {
      summary: "What the sign-in pages offer",
      answer: signInOptionsSchema,
      handle: async () => ({
        mail: smtpUrl !== undefined,
        registration: (await readAccountRules(services.database.read)).registration,
        ask: (shownEmail(currentFacts()) ?? shownPhone(currentFacts()))?.text ?? "",
      }),
    });

    api.post("/forgot-password", {
      summary: "Ask for a link to set a new password. The same answer whether there is an account or not",
      body: forgotPasswordSchema,
      message: ASKED,
      handle: ({ body: { email }, request }) =>
        askForReset(services, { email, limitKey: rateLimit ? clientAddressKey(request.ip) : undefined }),
    });

    api.post("/reset-password", {
      summary: "Set a new password with the link of an e-mail. Ends every sign-in, and signs nobody in",
      body: passwordByLinkSchema,
      message: "Your new password is set. Please sign in with it.",
      handle: ({ body }) => resetPassword(services, body),
    });

    api.post("/invitation", {
      summary: "Whether an invitation still works, for who has its link",
      body: linkTokenSchema,
      answer: heldInvitationSchema,
      isReading: true,
      handle: ({ body: { token }, now }) => readInvitation(services.database.read, { token, now }),
    });

    api.post("/accept-invitation", {
      summary: "Make the account that an admin has invited to, with a password of one's own",
      body: passwordByLinkSchema,
      created: signedInSchema,
      handle: ({ body, request, reply }) =>
        acceptInvitation(services, { ...body, visit: visitOf(request, reply, { isHttps }) }),
    });

    api.post("/confirm-email", {
      summary:
        "Confirm an e-mail address with the link that was mailed to it. One that was registered, with the account's password or with a new one, which ends all that the account had",
      body: confirmationSchema,
      message: "Thank you. Your e-mail address is confirmed.",
      handle: ({ body }) => confirmEmail({ ...services, rateLimit }, body),
    });
  });
}

export function confirmationRoutes(services: AuthServices, { rateLimit }: Pick<LinkConfig, "rateLimit">) {
  return endpoints({ access: "account", clock: services.clock }, (api) => {
    api.post("/confirmation", {
      summary: "Send the link that confirms the account's e-mail address again",
      body: z.optional(z.unknown()),
      answer: doneSchema,
      handle: async ({ caller }) => {
        const isSent = await sendConfirmationAgain(services, { userId: caller.id, isLimited: rateLimit });
        return { message: isSent ? "The e-mail is on its way" : "Your e-mail address is confirmed already" };
      },
    });
  });
}
