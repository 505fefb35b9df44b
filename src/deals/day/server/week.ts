// A page a week by mail, to those who get the morning mail: what happened in the week before.
import { currentFacts } from "#company/facts/facts.ts";
import { sumOf } from "#deals/campaigns/report.ts";
import { readReport } from "#deals/campaigns/server/report.ts";
import type { LetterDetail, Message } from "#delivery/mail/mail.ts";
import { countNoShows } from "#inquiries/bookings/server/meetings/store.ts";
import { durationText, INQUIRY_KINDS } from "#people/leads/inquiry.ts";
import { listWaits } from "#people/leads/server/inquiries/store.ts";
import { countReached } from "#people/leads/server/lead-sources.ts";
import { type FirstContacts, summarizeFirstContacts } from "#people/leads/speed.ts";
import { addDays, formatDay, instantOf } from "#platform/dates.ts";
import { formatCents } from "#platform/money.ts";
import type { Database } from "#platform/server/database/database.ts";

export type Week = {
  from: string;
  to: string;
  leads: number;
  /** Of what was paid for. */
  paidLeads: number;
  spentCents: number | null;
  answered: FirstContacts;
  met: number;
  noShows: number;
  offers: number;
  contracts: number;
};

/** From that Monday to its Sunday, on the company's calendar. */
export async function readWeek(database: Database, { monday, now }: { monday: string; now: Date }): Promise<Week> {
  const { timeZone } = currentFacts();
  const to = addDays(monday, 6);
  const range = { from: instantOf(monday, 0, timeZone), to: instantOf(addDays(monday, 7), 0, timeZone) };
  const waits = [];
  for (const kind of INQUIRY_KINDS) waits.push(...(await listWaits(database.read, kind, range)));
  const { rows } = await readReport(database, { by: "source", touch: "first", from: monday, to }, now);
  const { leads, paid, spendCents: spentCents } = sumOf(rows);
  return {
    from: monday,
    to,
    leads,
    paidLeads: paid.leads,
    spentCents,
    answered: summarizeFirstContacts(waits),
    ...(await countReached(database.read, range)),
    noShows: await countNoShows(database.read, { from: monday, to }),
  };
}

/** Public for the pictures of all mail. */
export function weekMail({ to, week }: { to: string; week: Week }, { publicUrl }: { publicUrl: string }): Message {
  const { company } = currentFacts();
  const { leads, paidLeads, answered, met, noShows, offers, contracts, spentCents } = week;
  return {
    to: [{ name: "", address: to }],
    replyTo: { name: company.name, address: company.email },
    letter: {
      subject: `Your week: ${counted(leads, "lead")}, ${counted(met, "meeting")}, ${counted(contracts, "contract")}`,
      preheader: answeredText(answered),
      heading: `${formatDay(week.from, "brief")} to ${formatDay(week.to, "short")}`,
      paragraphs: [
        "What happened in the week before this one. What was spent in it is divided by the leads that it brought, and by all meetings, offers and contracts of the week.",
      ],
      details: [
        costed("Leads", leads, spentCents, paidLeads),
        { label: "First answer", value: answeredText(answered) },
        costed("Meetings held", met, spentCents),
        { label: "No-shows", value: noShows.toLocaleString("en-US") },
        costed("Offers sent", offers, spentCents),
        costed("Contracts", contracts, spentCents),
        { label: "Spent", value: spentCents === null ? "Nothing is entered for this week" : formatCents(spentCents) },
      ],
      button: { label: "Open Analytics", url: `${publicUrl}/admin/analytics` },
      closing: [],
      reason:
        "You get this e-mail once a week because you switched on the morning mail of your account. Switch it off below the day on the dashboard.",
    },
  };
}

/** "12, $98 each of 7". */
function costed(label: string, count: number, spentCents: number | null, by = count): LetterDetail {
  const of = by === count ? "" : ` of ${by.toLocaleString("en-US")}`;
  const each = spentCents === null || by === 0 ? "" : `, ${formatCents(Math.round(spentCents / by))} each${of}`;
  return { label, value: `${count.toLocaleString("en-US")}${each}` };
}

function answeredText({ total, contacted, withinFive, median, wallMedian }: FirstContacts): string {
  if (total === 0) return "Nobody came in.";
  const share = `${Math.round((withinFive / total) * 100)}% within five minutes (${withinFive} of ${total})`;
  if (wallMedian === null || median === null) return `${share}, nobody was reached yet`;
  return `${share}, ${contacted} reached after ${durationText(wallMedian)} (median; ${durationText(median)} of business hours)`;
}

function counted(count: number, one: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : `${one}s`}`;
}
