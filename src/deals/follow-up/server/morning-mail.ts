import { enqueueMail } from "#delivery/mail/server/store.ts";
import { openingOf } from "#people/leads/business-time.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { addDays, wallClock } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { stopMorningMail, takeMorningMails, wantMorningMail } from "./store.ts";

type Calendar = LeadRules["calendar"];

/** Due when the company opens. Any number of processes may call it at any time; none on a closed day or after closing. */
export async function enqueueMorningMail(
  database: Database,
  { calendar, now }: { calendar: Calendar; now: Date },
): Promise<void> {
  const { day } = wallClock(now, calendar.timeZone);
  const opening = openingOf(day, calendar);
  if (!opening || now.getTime() >= opening[1]) return;
  const dueAt = new Date(opening[0]);
  await database.transaction(async (trx) => {
    const accounts = await takeMorningMails(trx, day);
    await enqueueMail(
      trx,
      accounts.map((recordId) => ({ kind: "morning", recordId, detail: day, dueAt })),
      now,
    );
  });
}

/** Switched on after the company has opened, the first mail is the next day's. */
export async function switchMorningMail(
  trx: Db,
  { userId, on, calendar, now }: { userId: string; on: boolean; calendar: Calendar; now: Date },
): Promise<void> {
  if (!on) return stopMorningMail(trx, userId);
  const { day } = wallClock(now, calendar.timeZone);
  const opening = openingOf(day, calendar);
  const isPast = opening !== undefined && now.getTime() >= opening[0];
  await wantMorningMail(trx, { userId, lastDay: isPast ? day : addDays(day, -1) });
}
