import * as z from "zod/mini";
import { undoEmailChange } from "#accounts/users/server/change-own-email.ts";
import type { AuthServices } from "#accounts/users/server/sign-in/start-session.ts";
import type { App } from "#platform/server/http/types.ts";

const MAX_TOKEN_LENGTH = 200;

/** Under /api/auth: the mailed link is the only proof, because the account may be in other hands. */
export function undoEmailRoutes({ database, clock }: AuthServices) {
  return async (app: App) => {
    app.post(
      "/undo-email",
      {
        config: { access: "public" },
        schema: {
          summary: "Give an account its earlier e-mail address again, with the link that was mailed there",
          body: z.object({ token: z.string("A token is required").check(z.maxLength(MAX_TOKEN_LENGTH)) }),
          response: { 200: z.object({ success: z.literal(true), message: z.string() }) },
        },
      },
      async ({ body: { token } }) => {
        await database.transaction((trx) => undoEmailChange(trx, { token, now: clock.now() }));
        return { success: true as const, message: "The account has its earlier address again." };
      },
    );
  };
}
