import type * as z from "zod/mini";
import { sendExport } from "#accounts/exports/server/send-export.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { leadFilterSchema } from "#deals/follow-up/admin.ts";
import { type LeadFilter, searchLeadIds } from "#people/leads/server/lead-lists.ts";
import { wallClock } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { exportCalls, exportLeads } from "./export-leads.ts";

type Services = { database: Database; clock: Clock };
type Filters = Omit<z.infer<typeof leadFilterSchema>, "search">;

/** As many as a search finds: a thousand by person, and a thousand by place. */
const ALL_FOUND = { offset: 0, limit: 2_000 };
/** An export writes an audit log entry, and HEAD would write one without an export. */
const NO_HEAD = { exposeHeadRoute: false };

export function filterOf(
  { stage, show, reason, mine, sort }: Filters,
  { caller, now }: { caller: Caller; now: Date },
): LeadFilter {
  return {
    stage: stage || undefined,
    show: show || undefined,
    reason: reason || undefined,
    sort: sort || undefined,
    assignee: mine ? caller.id : undefined,
    now: wallClock(now, currentFacts().timeZone),
  };
}

export function leadExportRoutes({ database, clock }: Services) {
  const dayOf = (now: Date) => wallClock(now, currentFacts().timeZone).day;
  return endpoints({ access: "admin", duties: ["answer", "take-out"], programs: true, clock }, (api) => {
    api.get("/export/csv", {
      summary: "Every lead that matches, as CSV. The import reads it",
      // It names the sums.
      duties: ["answer", "sell", "take-out"],
      query: leadFilterSchema,
      options: NO_HEAD,
      handle: async (call) => {
        const { search, ...filters } = call.query;
        const filter = filterOf(filters, call);
        const found = search && (await searchLeadIds(database, search, { filter, slice: ALL_FOUND })).ids;
        const file = { kind: "leads", filter: call.query, fileName: `leads_export_${dayOf(call.now)}.csv` };
        return sendExport({ database, call, ...file }, exportLeads(database, filter, found || undefined));
      },
    });

    api.get("/calls/export/csv", {
      summary: "Every call that was entered, as CSV",
      options: NO_HEAD,
      handle: (call) => {
        const file = { kind: "calls", filter: {}, fileName: `calls_export_${dayOf(call.now)}.csv` };
        return sendExport({ database, call, ...file }, exportCalls(database));
      },
    });
  });
}
