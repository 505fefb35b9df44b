import { currentFacts } from "#company/facts/facts.ts";
import { findDraft } from "#company/facts/server/store.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { App } from "#platform/server/http/types.ts";
import { effectsSchema } from "#site/desk/effects.ts";
import { findEffects } from "./effects.ts";

type Services = { database: Database; clock: Clock };

/** What an admin sees before publishing a draft. */
export function deskRoutes({ database, clock }: Services) {
  return async (app: App) => {
    app.get(
      "/effects",
      {
        config: { access: "admin" },
        schema: { summary: "Meetings and leads that the draft touches", response: { 200: effectsSchema } },
      },
      async () => {
        const before = currentFacts();
        const draft = await findDraft(database.read, before);
        if (!draft) throw new AppError("not_found", "There is no draft.");
        const change = { before, after: draft.facts, now: clock.now() };
        return { success: true as const, ...(await findEffects(database.read, change)) };
      },
    );
  };
}
