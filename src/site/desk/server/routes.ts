import { currentFacts } from "#company/facts/facts.ts";
import { findDraft } from "#company/facts/server/store.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { effectsSchema } from "#site/desk/effects.ts";
import { findEffects } from "./effects.ts";

type Services = { database: Database; clock: Clock };

export function deskRoutes({ database, clock }: Services) {
  return endpoints({ access: "admin", duties: ["site"], clock }, (api) => {
    api.get("/effects", {
      summary: "Meetings and leads that the draft touches",
      answer: effectsSchema,
      handle: async ({ caller, now }) => {
        const before = currentFacts();
        const draft = await findDraft(database.read, before);
        if (!draft) throw new AppError("not_found", "There is no draft.");
        const effects = await findEffects(database.read, { before, after: draft.facts, now });
        const { total, first } = effects.meetings;
        return { ...effects, meetings: { total, first: caller.duties.includes("answer") ? first : [] } };
      },
    });
  });
}
