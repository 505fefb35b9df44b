import * as z from "zod/mini";
import { undoEmailChange } from "#accounts/users/server/change-own-email.ts";
import type { AuthServices } from "#accounts/users/server/sign-in/start-session.ts";
import { endpoints } from "#platform/server/endpoints.ts";

const MAX_TOKEN_LENGTH = 200;

/** The mailed link is the only proof, because a thief may hold the account. */
export function undoEmailRoutes({ database, clock }: AuthServices) {
  return endpoints({ access: "public", clock }, (api) => {
    api.post("/undo-email", {
      summary: "Give an account its earlier e-mail address again, with the link that was mailed there",
      body: z.object({ token: z.string("A token is required").check(z.maxLength(MAX_TOKEN_LENGTH)) }),
      message: "The account has its earlier address again.",
      handle: ({ body: { token }, now }) => database.transaction((trx) => undoEmailChange(trx, { token, now })),
    });
  });
}
