import { holdAnswerSchema } from "#delivery/removals/removal.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { doneSchema } from "#platform/shapes.ts";
import { findHold, releaseHold } from "./hold.ts";

type Services = {
  database: Database;
  clock: Clock;
  onReleased: () => void;
};

export function removalAdminRoutes({ database, clock, onReleased }: Services) {
  return endpoints({ access: "admin", duties: ["run"], clock }, (api) => {
    api.get("", {
      summary: "Whether mail, webhooks, keys and calendar feeds wait after a restore, and why",
      answer: holdAnswerSchema,
      handle: async () => ({ hold: (await findHold(database.read)) ?? null }),
    });

    api.post("/release", {
      summary: "Let go what waits after a restore",
      answer: doneSchema,
      handle: async ({ by }) => {
        const isReleased = await releaseHold(database, by);
        if (isReleased) onReleased();
        return { message: isReleased ? "Released: e-mail and webhooks go out now" : "Nothing waits any more" };
      },
    });
  });
}
