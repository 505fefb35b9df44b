import * as z from "zod/mini";
import { factorsOfUserSchema } from "#accounts/users/second-factor.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { isId } from "#platform/server/ids.ts";
import { userNotFound } from "../change-user.ts";
import type { AuthServices } from "../sign-in/start-session.ts";
import { readFactorsOf, removeFactorsOf } from "./help.ts";

const ADMIN = { access: "admin" } as const;
const idSchema = z.object({ id: z.string() });

export function factorAdminRoutes(services: AuthServices) {
  return async (app: App) => {
    app.get(
      "/:id/second-factor",
      {
        config: ADMIN,
        schema: {
          summary: "Which second factors an account has",
          params: idSchema,
          response: { 200: factorsOfUserSchema },
        },
      },
      async ({ params: { id } }) => readFactorsOf(services, requireId(id)),
    );

    app.delete(
      "/:id/second-factor",
      {
        config: { ...ADMIN, proof: true },
        schema: {
          summary: "Remove every second factor of another account, and end its sign-ins",
          params: idSchema,
          response: { 200: z.object({ success: z.literal(true), message: z.string() }) },
        },
      },
      async (request) => {
        await removeFactorsOf(services, { id: requireId(request.params.id), caller: requireCaller(request) });
        return { success: true as const, message: "The second factor is removed" };
      },
    );
  };
}

function requireId(id: string): string {
  if (!isId(id)) throw userNotFound();
  return id;
}
