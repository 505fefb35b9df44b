import { findUser, listUsers } from "#accounts/users/server/accounts.ts";
import { getsVisitorMail } from "#accounts/users/server/staff-notices.ts";
import { currentFacts } from "#company/facts/facts.ts";
import type { AdminLead } from "#deals/follow-up/admin.ts";
import type { LetterDetail, Message } from "#delivery/mail/mail.ts";
import type { Writers } from "#delivery/mail/server/store.ts";
import { openingOf } from "#people/leads/business-time.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { placeOf } from "#people/leads/lead.ts";
import { type Found, listDueForDay, listDueIds, listIdsWithoutStep } from "#people/leads/server/lead-lists.ts";
import { formatDay, wallClock } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import { readLeads } from "./read-leads.ts";
import { hasMorningMail } from "./store.ts";

type Sources = {
  database: Database;
  readLeadRules: () => Promise<LeadRules>;
  settings: { publicUrl: string };
};

/** The mail gives an overview of the day; the page has the full list. */
const MAX_LINES = 15;
const MAX_ADMINS = 1_000;

/** Withdraws a mail if its day is over, closed or without work, or if the account does not want or may not get it. */
export function followUpWriters({ database, readLeadRules, settings }: Sources) {
  return {
    morning: async ({ recordId, detail: day, now }) => {
      const { calendar } = await readLeadRules();
      if (wallClock(now, calendar.timeZone).day !== day || !openingOf(day, calendar)) return undefined;
      const account = await findUser(database.read, recordId);
      if (!account || !getsVisitorMail(account) || !(await hasMorningMail(database.read, recordId))) return undefined;
      const work = await readWork(database, recordId, day);
      return work.due.total + work.withoutStep.total === 0
        ? undefined
        : morningMail({ to: account.email, day, ...work }, settings);
    },
  } satisfies Partial<Writers>;
}

type Part = { leads: AdminLead[]; total: number };
type Work = { due: Part; withoutStep: Part };

async function readWork(database: Sources["database"], userId: string, day: string): Promise<Work> {
  const db = database.read;
  const admins = await listUsers(db, { role: ["admin"], status: ["active"] }, { offset: 0, limit: MAX_ADMINS });
  const own = await listDueIds(db, { to: day, assignee: userId }, MAX_LINES);
  const unassigned = await listDueForDay(db, { to: day, admins: admins.map(({ id }) => id), limit: MAX_LINES });
  const read = async (...found: Found[]): Promise<Part> => ({
    leads: await readLeads(
      database,
      found.flatMap(({ ids }) => ids),
    ),
    total: found.reduce((sum, { total }) => sum + total, 0),
  });
  const due = await read(own, unassigned);
  due.leads.sort((a, b) => dueDayOf(a).localeCompare(dueDayOf(b)));
  return { due, withoutStep: await read(await listIdsWithoutStep(db, MAX_LINES)) };
}

function dueDayOf({ nextStep }: AdminLead): string {
  return nextStep?.dueDay ?? "";
}

export function morningMail(
  { to, day, due, withoutStep }: Work & { to: string; day: string },
  { publicUrl }: { publicUrl: string },
): Message {
  const { company } = currentFacts();
  const summary = [
    due.total > 0 && `${due.total} due`,
    withoutStep.total > 0 && `${withoutStep.total} without a next step`,
  ].filter((part) => part !== false);
  return {
    to: [{ name: "", address: to }],
    replyTo: { name: company.name, address: company.email },
    letter: {
      subject: `Your day: ${summary.join(", ")}`,
      preheader: due.leads[0] ? lineOf(due.leads[0]) : "Nothing is due today.",
      heading: `Your day, ${formatDay(day, "spoken")}`,
      paragraphs: ["What is due for you, and what is assigned to nobody."],
      details: [
        ...detailsOf(due, (lead) =>
          dueDayOf(lead) < day ? `Overdue since ${formatDay(dueDayOf(lead), "brief")}` : "Today",
        ),
        ...detailsOf(withoutStep, () => "No next step"),
      ],
      button: { label: "Open the day", url: `${publicUrl}/admin/today` },
      closing: [],
      reason:
        "You get this e-mail because you switched on the morning mail of your account. Switch it off on the page Today.",
    },
  };
}

function detailsOf({ leads, total }: Part, labelOf: (lead: AdminLead) => string): LetterDetail[] {
  const shown = leads.slice(0, MAX_LINES);
  const more = total - shown.length;
  return [
    ...shown.map((lead) => ({ label: labelOf(lead), value: lineOf(lead) })),
    ...(more > 0 ? [{ label: "And more", value: `${more.toLocaleString("en-US")} on the page` }] : []),
  ];
}

/** "Call back: Renée O'Brien-Núñez, 1422 Elm Street, Springfield, IL 02134". */
function lineOf({ person, property, stage, nextStep }: AdminLead): string {
  const who = [person.name, placeOf(property)].filter(Boolean).join(", ");
  return nextStep ? `${nextStep.what}: ${who}` : `${who} (${stage})`;
}
