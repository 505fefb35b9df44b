import { findUser } from "#accounts/users/server/accounts.ts";
import { getsVisitorMail } from "#accounts/users/server/staff-notices.ts";
import { dutiesOf, limitOf } from "#accounts/users/server/table.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { DAY_LIST_NAMES, DAY_LISTS, type Day, type DayLine, type DayListName } from "#deals/day/day.ts";
import type { LetterDetail, Message } from "#delivery/mail/mail.ts";
import type { Writers } from "#delivery/mail/server/store.ts";
import { openingOf } from "#people/leads/business-time.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { shownPlace } from "#people/leads/lead.ts";
import { addDays, formatDay, formatTime, wallClock } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import { readAs } from "#platform/server/database/queries/limited-reads.ts";
import { mondayOf } from "./morning-mail.ts";
import { readDay } from "./read-day.ts";
import { shownDay } from "./shown-day.ts";
import { hasMorningMail } from "./store.ts";
import { readWeek, weekMail } from "./week.ts";

type Sources = {
  database: Database;
  readLeadRules: () => Promise<LeadRules>;
  settings: { publicUrl: string };
};

/** Withdraws a mail if its day or week is over, closed or without work, or if the account does not want or may not get it. */
export function followUpWriters({ database, readLeadRules, settings }: Sources) {
  const subscriber = async (id: string) => {
    const account = await findUser(database.read, id);
    return account && getsVisitorMail(account) && (await hasMorningMail(database.read, id)) ? account : undefined;
  };
  return {
    morning: async ({ recordId, detail: today, now }) => {
      const { calendar } = await readLeadRules();
      if (wallClock(now, calendar.timeZone).day !== today || !openingOf(today, calendar)) return undefined;
      const account = await subscriber(recordId);
      if (!account) return undefined;
      const whole = await readAs(limitOf(account), () => readDay(database, { today, now, account: account.id }));
      const day = shownDay(whole, { duties: dutiesOf(account) });
      return DAY_LIST_NAMES.every((name) => day[name].count === 0) && !day.waiting.requests
        ? undefined
        : morningMail({ to: account.email, day }, settings);
    },
    week: async ({ recordId, detail: monday, now }) => {
      const account = await subscriber(recordId);
      const { day } = wallClock(now, currentFacts().timeZone);
      // A mail that waited for another week is of no use.
      if (!account || mondayOf(day) !== monday || !dutiesOf(account).includes("numbers")) return undefined;
      const week = await readAs(limitOf(account), () => readWeek(database, { monday: addDays(monday, -7), now }));
      return weekMail({ to: account.email, week }, settings);
    },
  } satisfies Partial<Writers>;
}

const COUNTED: Record<DayListName, string> = {
  waiting: "waiting",
  due: "due",
  meetings: "to meet",
  offers: "with an offer",
};

type Lists = Omit<Day, "success" | "morningMail">;

/** Public for the pictures of all mail. */
export function morningMail({ to, day }: { to: string; day: Lists }, { publicUrl }: { publicUrl: string }): Message {
  const { company } = currentFacts();
  const requests = day.waiting.requests?.count ?? 0;
  const summary = [
    ...DAY_LIST_NAMES.flatMap((name) =>
      day[name].count > 0 ? `${day[name].count.toLocaleString("en-US")} ${COUNTED[name]}` : [],
    ),
    ...(requests > 0 ? [requests === 1 ? "a privacy request" : `${requests} privacy requests`] : []),
  ];
  const [first] = DAY_LIST_NAMES.flatMap((name) => day[name].lines);
  return {
    to: [{ name: "", address: to }],
    replyTo: { name: company.name, address: company.email },
    letter: {
      subject: `Your day: ${summary.join(", ")}`,
      preheader: first ? lineOf(first) : "A person asked about their data.",
      heading: `Your day, ${formatDay(day.today, "spoken")}`,
      paragraphs: ["Today and tomorrow. Of the steps that are due, those of nobody are here too."],
      details: DAY_LIST_NAMES.flatMap((name) => detailsOf(day, name)),
      button: { label: "Open the day", url: `${publicUrl}/admin` },
      closing: [],
      reason:
        "You get this e-mail because you switched on the morning mail of your account. Switch it off below the day on the dashboard.",
    },
  };
}

function detailsOf(day: Lists, name: DayListName): LetterDetail[] {
  const { count, lines } = day[name];
  const more = count - lines.length;
  return [
    ...lines.map((line) => ({ label: labelOf(line, name, day.today), value: lineOf(line) })),
    ...(more > 0 ? [{ label: "And more", value: `${more.toLocaleString("en-US")} on the page` }] : []),
  ];
}

function labelOf({ lead: { nextStep }, meeting, offer }: DayLine, name: DayListName, today: string): string {
  if (name === "due") return dueText(nextStep, today);
  if (name === "meetings" && meeting) return `${dayText(meeting.meetingDate, today)}, ${meeting.meetingTime}`;
  if (name === "offers" && offer) return `Offer until ${formatDay(offer.validUntil, "brief")}`;
  return DAY_LISTS[name];
}

function dueText(step: DayLine["lead"]["nextStep"], today: string): string {
  if (!step) return "No next step";
  const { dueDay, dueTime } = step;
  if (dueDay < today) return `Overdue since ${formatDay(dueDay, "brief")}`;
  return [dayText(dueDay, today), dueTime && formatTime(dueTime)].filter(Boolean).join(", ");
}

function dayText(day: string, today: string): string {
  return day === today ? "Today" : "Tomorrow";
}

/** "Call back: Renée O'Brien-Núñez, 1422 Elm Street, Springfield, IL 02134". */
function lineOf({ lead: { person, property, stage, nextStep } }: DayLine): string {
  const who = [person.name, property.street && shownPlace(property)].filter(Boolean).join(", ");
  return nextStep ? `${nextStep.what}: ${who}` : `${who} (${stage})`;
}
