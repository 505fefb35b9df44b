import { listUsers } from "#accounts/users/server/accounts.ts";
import { type Day, type DayLine, type DayList, type DayListName, MAX_DAY_LINES } from "#deals/day/day.ts";
import { readLeads } from "#deals/follow-up/server/read-leads.ts";
import { listOffersOfLeads, listOpenOffers } from "#deals/offers/server/store.ts";
import { listOpenRequests } from "#deals/privacy/server/store.ts";
import { type Booking, isUpcoming } from "#inquiries/bookings/booking.ts";
import { listActiveBookings, listMeetingLeads } from "#inquiries/bookings/server/meetings/store.ts";
import { KINDS } from "#inquiries/calls/server/every-kind.ts";
import { readWaits } from "#inquiries/roster/server/read-waits.ts";
import { INQUIRY_KINDS } from "#people/leads/inquiry.ts";
import { takesOffers } from "#people/leads/lead.ts";
import {
  countAwake,
  type Found,
  firstDueAfter,
  isDue,
  isOpenAwake,
  isWithoutStep,
  listDue,
  listWithoutStep,
} from "#people/leads/server/lead-lists.ts";
import { findStates, type LeadState } from "#people/leads/server/leads.ts";
import { countAsleepSince } from "#people/leads/server/sleep/store.ts";
import { findWaitingLeads } from "#people/leads/server/waiting/store.ts";
import { addDays, formatTime } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db } from "#platform/server/database/tables.ts";

const MAX_ADMINS = 1_000;
const WEEK_MS = 7 * 24 * 60 * 60_000;

export type DayQuery = {
  today: string;
  now: Date;
  /** Shows the due steps of this account and those of nobody. Undefined shows all. */
  account: string | undefined;
};

type View = { database: Database; db: Db };

type Parts = Pick<Day, "later" | "laterDay" | "asleep"> & Record<DayListName, Found & { since?: Map<string, string> }>;

/** A lead stands in the first list that it belongs to. */
export function readDay(database: Database, query: DayQuery): Promise<Omit<Day, "success" | "morningMail">> {
  return database.view((db) => readDayIn({ database, db }, query));
}

async function readDayIn(view: View, query: DayQuery): Promise<Omit<Day, "success" | "morningMail">> {
  const { today } = query;
  const { later, laterDay, asleep, ...parts } = await readParts(view.db, query);
  const ids = Object.values(parts).flatMap((part) => part.ids);
  const [lineOf, waits, requests] = await together([
    linesOf(view, ids, today),
    readWaits(view.db, parts.waiting.ids, query.now),
    listOpenRequests(view.db),
  ]);
  const list = ({ ids, total, since }: Parts[DayListName]): DayList => ({
    count: total,
    lines: ids.flatMap((id) => {
      const line = lineOf.get(id);
      const [at, wait] = [since?.get(id), waits.get(id)];
      return line ? [{ ...line, ...(at && { since: at }), ...(wait && { wait }) }] : [];
    }),
  });
  const [soonest] = requests;
  return {
    today,
    waiting: {
      ...list(parts.waiting),
      ...(soonest && { requests: { count: requests.length, dueDay: soonest.due_day ?? today } }),
    },
    due: list(parts.due),
    meetings: list(parts.meetings),
    offers: list(parts.offers),
    later,
    ...(laterDay && { laterDay }),
    asleep,
  };
}

async function readParts(db: Db, { today, account, now }: DayQuery): Promise<Parts> {
  const tomorrow = addDays(today, 1);
  const [since, shown, ahead, sent, soon, laterDay, asleep] = await together([
    findWaitingLeads(db),
    whose(db, account),
    listMeetingLeads(db, today),
    listOpenOffers(db, today),
    listActiveBookings(db, { from: today, to: tomorrow }),
    firstDueAfter(db, tomorrow),
    countAsleepSince(db, new Date(now.getTime() - WEEK_MS)),
  ]);
  const waits = new Set(since.keys());
  const sentIds = sent.map(({ leadId }) => leadId);
  const states = await findStates(db, [...waits, ...ahead, ...sentIds, ...soon.map(({ leadId }) => leadId)]);
  /** The leads that stand for these, in this order. */
  const standing = (ids: Iterable<string>) => new Set([...ids].flatMap((id) => states.get(id) ?? []));
  // A step that another admin has is not in this account's list, so that it hides no meeting from it.
  const isDueHere = (lead: LeadState) => isDue(lead, tomorrow, shown);
  const isElsewhere = (lead: LeadState) => waits.has(lead.id) || isDueHere(lead);
  const waiting = [...standing(waits)];
  const meetings = standing(soon.filter(isUpcoming).map(({ leadId }) => leadId));
  const planned = [...standing([...waits, ...ahead, ...sentIds])];
  const [steps, withoutStep, awake] = await together([
    listDue(db, { to: tomorrow, whose: shown, except: exceptFor(waiting, isDueHere) }, MAX_DAY_LINES),
    listWithoutStep(db, { today, except: exceptFor(planned, (lead) => isWithoutStep(lead, today)) }, MAX_DAY_LINES),
    countAwake(db, today),
  ]);
  const bare = { ...withoutStep, ids: withoutStep.ids.slice(0, MAX_DAY_LINES - steps.ids.length) };
  const met = [...meetings].filter((lead) => !isElsewhere(lead));
  const offered = [...standing(sentIds)].filter(
    (lead) => lead.isOpen && takesOffers(lead.stage) && !isElsewhere(lead) && !meetings.has(lead),
  );
  const isAwake = (lead: LeadState) => isOpenAwake(lead, today);
  const others = steps.total + bare.total + [...waiting, ...met, ...offered].filter(isAwake).length;
  return {
    waiting: { ids: [...waits].slice(0, MAX_DAY_LINES), total: waits.size, since },
    due: { ids: [...steps.ids, ...bare.ids], total: steps.total + bare.total },
    meetings: found(met),
    offers: found(offered),
    later: awake - others,
    laterDay,
    asleep,
  };
}

function exceptFor(leads: readonly LeadState[], isListed: (lead: LeadState) => boolean) {
  return { ids: new Set(leads.map(({ id }) => id)), among: leads.filter(isListed).length };
}

function found(leads: readonly LeadState[]): Found {
  return { ids: leads.slice(0, MAX_DAY_LINES).map(({ id }) => id), total: leads.length };
}

async function whose(db: Db, account: string | undefined) {
  if (account === undefined) return undefined;
  const filter = { role: ["admin"], status: ["active"] } as const;
  const admins = await listUsers(db, filter, { offset: 0, limit: MAX_ADMINS });
  return { id: account, admins: admins.map(({ id }) => id) };
}

async function linesOf(view: View, ids: readonly string[], today: string): Promise<Map<string, DayLine>> {
  const { db } = view;
  const leads = await readLeads(view, ids, today);
  const wholes = new Map(
    leads.flatMap(({ _id, joined = [] }) => [_id, ...joined.map((one) => one._id)].map((id) => [id, _id] as const)),
  );
  const all = [...wholes.keys()];
  const wholeOf = ({ leadId }: { leadId: string }) => wholes.get(leadId);
  const said = new Map<string, { words: string; at: string }>();
  const meetings = new Map<string, Booking>();
  const [storedOffers, ...inquiries] = await together([
    listOffersOfLeads(db, all),
    ...INQUIRY_KINDS.map((kind) => KINDS[kind].ofLeads(db, all)),
  ]);
  for (const [index, kind] of INQUIRY_KINDS.entries())
    for (const inquiry of inquiries[index] ?? []) {
      const id = wholeOf(inquiry) ?? "";
      const words = KINDS[kind].words(inquiry);
      if (words && inquiry.createdAt >= (said.get(id)?.at ?? "")) said.set(id, { words, at: inquiry.createdAt });
      const booking = inquiry as unknown as Booking;
      const isNext = kind === "booking" && isUpcoming(booking) && booking.meetingDate >= today;
      if (isNext && startOf(booking) < startOf(meetings.get(id))) meetings.set(id, booking);
    }
  const offers = Map.groupBy(
    storedOffers.filter(({ state }) => state === "sent"),
    wholeOf,
  );
  const lines = leads.map((lead): [string, DayLine] => {
    const { words } = said.get(lead._id) ?? {};
    const meeting = meetings.get(lead._id);
    const [offer] = takesOffers(lead.stage) ? (offers.get(lead._id) ?? []) : [];
    const answer = offer?.answers.at(-1)?.answer;
    return [
      lead._id,
      {
        lead,
        ...(words && { words }),
        ...(meeting && {
          meeting: {
            _id: meeting.id,
            meetingDate: meeting.meetingDate,
            meetingTime: formatTime(meeting.meetingTime),
            meetingType: meeting.meetingType,
          },
        }),
        ...(offer && {
          offer: {
            _id: offer.id,
            cents: offer.figures.cash.cents,
            validUntil: offer.content.validUntil,
            openings: offer.openings.count,
            ...(answer && { answer }),
          },
        }),
      },
    ];
  });
  return new Map(lines);
}

/** After every meeting if there is none. */
function startOf(meeting: Booking | undefined): string {
  return meeting ? `${meeting.meetingDate} ${meeting.meetingTime}` : "9999";
}
