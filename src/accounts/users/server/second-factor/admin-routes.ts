import { userNotFound } from "#accounts/users/errors.ts";
import { factorsOfUserSchema } from "#accounts/users/second-factor.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import type { AuthServices } from "../sign-in/start-session.ts";
import { readFactorsOf, removeFactorsOf } from "./help.ts";

export function factorAdminRoutes(services: AuthServices) {
  return endpoints({ access: "admin", duties: ["run"], clock: services.clock, notFound: userNotFound }, (api) => {
    api.get("/:id/second-factor", {
      summary: "Which second factors an account has",
      answer: factorsOfUserSchema,
      handle: ({ id }) => readFactorsOf(services, id),
    });

    api.delete("/:id/second-factor", {
      summary: "Remove every second factor of another account, and end its sign-ins",
      proof: true,
      message: "The second factor is removed",
      handle: ({ id, caller }) => removeFactorsOf(services, { id, caller }),
    });
  });
}
