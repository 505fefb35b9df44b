import { enqueueMail } from "#delivery/mail/server/store.ts";
import { openingOf } from "#people/leads/business-time.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { addDays, wallClock, weekdayOf } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { claimMorningMails, subscribeToMorningMail, unsubscribeFromMorningMail } from "./store.ts";

type Calendar = LeadRules["calendar"];

/** The mail is due when the company opens; closed days have none. With the first of a week the week before comes too. Several processes may call it at any time. */
export async function enqueueMorningMail(
  database: Database,
  { calendar, now }: { calendar: Calendar; now: Date },
): Promise<void> {
  const { day } = wallClock(now, calendar.timeZone);
  const opening = openingOf(day, calendar);
  if (!opening || now.getTime() >= opening[1]) return;
  const dueAt = new Date(opening[0]);
  await database.transaction(async (trx) => {
    const monday = mondayOf(day);
    const accounts = await claimMorningMails(trx, { day, monday });
    await enqueueMail(
      trx,
      accounts.flatMap(({ userId: recordId, isFirst }) => [
        { kind: "morning" as const, recordId, detail: day, dueAt },
        ...(isFirst ? [{ kind: "week" as const, recordId, detail: monday, dueAt }] : []),
      ]),
      now,
    );
  });
}

export function mondayOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}

/** If it is switched on after the company has opened, the first mail comes the next day. */
export async function switchMorningMail(
  trx: Db,
  { userId, on, calendar, now }: { userId: string; on: boolean; calendar: Calendar; now: Date },
): Promise<void> {
  if (!on) return unsubscribeFromMorningMail(trx, userId);
  const { day } = wallClock(now, calendar.timeZone);
  const opening = openingOf(day, calendar);
  const isPast = opening !== undefined && now.getTime() >= opening[0];
  await subscribeToMorningMail(trx, { userId, lastDay: isPast ? day : addDays(day, -1) });
}
