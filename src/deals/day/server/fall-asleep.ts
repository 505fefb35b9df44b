import { listOpenOffers } from "#deals/offers/server/store.ts";
import { listMeetingLeads } from "#inquiries/bookings/server/meetings/store.ts";
import { findStates } from "#people/leads/server/leads.ts";
import { fallAsleep, listQuiet, wakeDue } from "#people/leads/server/sleep/store.ts";
import { findWaitingLeads } from "#people/leads/server/waiting/store.ts";
import { wallClock } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";

type Options = { days: number | null; timeZone: string; now: Date };

const DAY_MS = 24 * 60 * 60_000;

/**
 * Wakes leads whose day has come. Open leads without a sign of life for `days` days fall asleep, unless they have a next
 * step or a contract, wait for staff, or had a meeting or an open offer within those days. Returns how many fell asleep.
 */
export async function letLeadsSleep(database: Database, { days, timeZone, now }: Options): Promise<number> {
  return database.transaction(async (trx) => {
    await wakeDue(trx, { today: wallClock(now, timeZone).day, now });
    if (days === null) return 0;
    const before = new Date(now.getTime() - days * DAY_MS);
    const quiet = await listQuiet(trx, before);
    if (quiet.length === 0) return 0;
    const from = wallClock(before, timeZone).day;
    const offers = await listOpenOffers(trx, from);
    const states = await findStates(trx, [
      ...(await listMeetingLeads(trx, from)),
      ...offers.map(({ leadId }) => leadId),
    ]);
    const waiting = await findWaitingLeads(trx);
    const busy = new Set([...waiting.keys(), ...[...states.values()].map(({ id }) => id)]);
    return fallAsleep(
      trx,
      quiet.filter((id) => !busy.has(id)),
      { before, now },
    );
  });
}
