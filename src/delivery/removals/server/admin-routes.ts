import { holdAnswerSchema, releasedSchema } from "#delivery/removals/removal.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { findHold, releaseHold } from "./hold.ts";

type Services = {
  database: Database;
  clock: Clock;
  /** Mail and webhooks have waited long enough. */
  onReleased: () => void;
};

const config = { access: "admin" } as const;

export function removalAdminRoutes({ database, clock, onReleased }: Services) {
  return async (app: App) => {
    app.get(
      "",
      {
        config,
        schema: {
          summary: "Whether mail, webhooks, keys and calendar feeds wait after a restore, and why",
          response: { 200: holdAnswerSchema },
        },
      },
      async () => ({ success: true as const, hold: (await findHold(database.read)) ?? null }),
    );

    app.post(
      "/release",
      {
        config,
        schema: { summary: "Let go what waits after a restore", response: { 200: releasedSchema } },
      },
      async (request) => {
        const { email: actor } = requireCaller(request);
        const isReleased = await releaseHold(database, { actor, now: clock.now() });
        if (isReleased) onReleased();
        const message = isReleased ? "Released: e-mail and webhooks go out now" : "Nothing waits any more";
        return { success: true as const, message };
      },
    );
  };
}
