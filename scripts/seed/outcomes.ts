import type { BookingRow } from "#inquiries/bookings/server/table.ts";
import type { BookingRules } from "#inquiries/bookings/slots.ts";
import {
  isEnded,
  type Lead,
  LOST_REASONS,
  type LostReason,
  propertyKey,
  type Stage,
  searchedPlace,
} from "#people/leads/lead.ts";
import { inquiryRow, lookUpColumns } from "#people/leads/server/inquiries/table.ts";
import {
  ALONE,
  type ContactTriesTable,
  LEAD_COLUMNS,
  NO_TIME,
  personColumns,
  sourceColumns,
} from "#people/leads/server/table.ts";
import { addDays, instantOf, minutesOf, wallClock } from "#platform/dates.ts";
import { rowOf } from "#platform/server/database/columns.ts";
import type { Tables } from "#platform/server/database/tables.ts";
import { MADE_UP_DOMAIN, type MadeUpLead } from "./made-up-leads.ts";
import { type MadeUpOffer, madeUpOffer, offerRowsOf } from "./made-up-offers.ts";
import { madeUpId, pick, pickWeighted, type Random } from "./random.ts";
import { CALL_WORDS, STEPS_AHEAD, TRY_WORDS } from "./words.ts";

const STAFF = `staff@${MADE_UP_DOMAIN}`;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Older leads without a result have no next step, like those from before the site had next steps. */
const MAX_OPEN_DAYS = 120;

type HistoryRow = Omit<Tables["history"], "id">;

type LeadTable =
  | "people"
  | "leads"
  | "next_steps"
  | "notes"
  | "contact_tries"
  | "inquiries"
  | "phone_calls"
  | "offers"
  | "offer_answers";

export type LeadRows = Pick<Tables, LeadTable> & { history: HistoryRow };

type Context = { random: Random; rules: BookingRules; now: Date };
type Outcome = Partial<Lead> & { stage: Stage; path: { stage: Stage; at: Date }[]; offer?: MadeUpOffer };

export function rowsOf(
  leads: readonly MadeUpLead[],
  context: Context,
): { [Table in keyof LeadRows]: LeadRows[Table][] } {
  const rows: { [Table in keyof LeadRows]: LeadRows[Table][] } = {
    people: [],
    leads: [],
    next_steps: [],
    notes: [],
    contact_tries: [],
    inquiries: [],
    phone_calls: [],
    offers: [],
    offer_answers: [],
    history: [],
  };
  for (const lead of leads) {
    addPerson(rows, lead);
    const outcome = outcomeOf(lead, context);
    const tries = triesOf(lead, context);
    const step = nextStepOf(lead, outcome, context);
    rows.contact_tries.push(...tries);
    if (step) rows.next_steps.push(step);
    const due = { nextDueDay: step?.due_day, nextDueTime: step?.due_time };
    rows.leads.push(leadRow(lead, { ...outcome, tries: tries.length, ...due }));
    rows.notes.push(...notesOf(lead, context));
    if (lead.call) {
      const { inquiry, phoneCall } = callRows(lead, context);
      rows.inquiries.push(inquiry);
      rows.phone_calls.push(phoneCall);
    }
    const sent = outcome.offer && offerRowsOf({ leadId: lead.id, offer: outcome.offer, outcome, by: STAFF }, context);
    if (sent) {
      rows.offers.push(sent.offer);
      rows.offer_answers.push(...sent.answers);
    }
    rows.history.push(...historyOf(lead, outcome));
  }
  return rows;
}

function addPerson(rows: { people: LeadRows["people"][] }, lead: MadeUpLead) {
  const { person, createdAt, latestAt } = lead;
  if (person.isStored) return;
  person.isStored = true;
  const columns = personColumns({ ...person, name: `${person.firstName} ${person.lastName}` });
  const times = { created_at: createdAt.toISOString(), updated_at: latestAt.toISOString() };
  rows.people.push({ id: person.id, root_id: person.id, merged_into: null, ...columns, version: 1, ...times });
}

type Shown = Outcome & { tries: number; nextDueTime: string | null | undefined };

function leadRow(lead: MadeUpLead, { path: _, offer: __, nextDueTime, ...outcome }: Shown): LeadRows["leads"] {
  const { id, person, createdAt, latestAt, source, call, meetings, messages } = lead;
  const property = lead.isPropertyKnown ? lead.property : {};
  const isOpen = outcome.isOpen ?? false;
  const whole: Lead = {
    id,
    personId: person.id,
    property,
    situation: lead.isPropertyKnown ? lead.situation : undefined,
    inquiries: meetings.length + messages + (call ? 1 : 0),
    version: 1,
    createdAt: createdAt.toISOString(),
    updatedAt: latestAt.toISOString(),
    touchedAt: latestAt.toISOString(),
    stageAt: latestAt.toISOString(),
    ...outcome,
    isOpen,
  };
  return {
    ...rowOf(LEAD_COLUMNS, whole),
    ...sourceColumns(source),
    property_key: propertyKey(property),
    search_text: searchedPlace(property),
    is_open: isOpen ? 1 : 0,
    source_said: call ? 1 : 0,
    next_due_time: nextDueTime ?? NO_TIME,
    ...ALONE,
  };
}

function outcomeOf(lead: MadeUpLead, context: Context): Outcome {
  const { random, rules, now } = context;
  const startOf = (meeting: Pick<BookingRow, "meeting_date" | "meeting_time">) =>
    instantOf(meeting.meeting_date, minutesOf(meeting.meeting_time), rules.timeZone);
  const contactedAt = firstContactOf(lead);
  const outcome: Outcome = { stage: "New", path: [] };
  const reach = (stage: Stage, at: Date, more: Partial<Lead> = {}): boolean => {
    if (at > now) return false;
    Object.assign(outcome, { stage, ...more });
    outcome.path.push({ stage, at });
    return true;
  };
  const later = (from: Date, atLeast: number, atMost: number) =>
    new Date(from.getTime() + (atLeast + (atMost - atLeast) * random()) * DAY_MS);
  const agreed = lead.meetings.filter(({ status }) => status !== "Cancelled");
  if (agreed.length > 0) reach("Meeting set", lead.createdAt);
  else if (contactedAt) reach("Contacted", new Date(contactedAt));
  const held = agreed.filter(({ status }) => status === "Completed").map(startOf);
  const metAt = held.sort((a, b) => a.getTime() - b.getTime())[0];
  const isAhead = agreed.some((meeting) => startOf(meeting) > now);
  if (metAt && reach("Met", metAt, { metAt: metAt.toISOString() })) afterMeeting(metAt);
  else if (!isAhead && random() < 0.85) lose(later(lead.latestAt, 10, 60), WITHOUT_MEETING);
  const isRecent = now.getTime() - lead.latestAt.getTime() < MAX_OPEN_DAYS * DAY_MS;
  return { ...outcome, isOpen: !isEnded(outcome.stage) && (isRecent || isAhead) };

  function afterMeeting(met: Date): boolean {
    const offeredAt = later(met, 0.05, random() < 0.8 ? 1 : 4);
    const offer = madeUpOffer(random, { at: offeredAt, day: dayOf(offeredAt) });
    const offerCents = offer.figures.cash.cents;
    const isOffered =
      random() < 0.66 && reach("Offer made", offeredAt, { offeredAt: offeredAt.toISOString(), offerCents });
    if (!isOffered) return lose(later(met, 6, 30), AFTER_MEETING);
    outcome.offer = offer;
    const contractAt = later(offeredAt, 1, 12);
    if (random() > 0.38) return lose(later(offeredAt, 8, 45), AFTER_OFFER);
    const contractCents = offerCents + 500_00 * Math.round(16 * random());
    const contract = { contractAt: contractAt.toISOString(), contractDay: dayOf(contractAt), contractCents };
    if (!reach("Under contract", contractAt, contract)) return false;
    const closedAt = later(contractAt, 14, 45);
    if (random() < 0.1) return lose(closedAt, AFTER_OFFER);
    const closingCents = contractCents + 500_00 * Math.round(80 * random() - 4);
    const isAmountKnown = random() < 0.93;
    const closing = { closedAt: closedAt.toISOString(), closingDay: dayOf(closedAt) };
    return reach("Closed", closedAt, { ...closing, ...(isAmountKnown && { closingCents }) });
  }

  function lose(at: Date, reasons: readonly { reason: LostReason; weight: number }[]): boolean {
    return reach("Lost", at, { lostReason: pickWeighted(random, reasons).reason, lostAt: at.toISOString() });
  }

  function dayOf(at: Date): string {
    return wallClock(at, rules.timeZone).day;
  }
}

type Reasons = readonly { reason: LostReason; weight: number }[];

const WITHOUT_MEETING: Reasons = [
  { reason: "no-answer", weight: 5 },
  { reason: "not-selling", weight: 2 },
  { reason: "sold-elsewhere", weight: 2 },
  { reason: "other", weight: 1 },
];
const AFTER_MEETING: Reasons = [
  { reason: "not-our-kind", weight: 4 },
  { reason: "not-selling", weight: 3 },
  { reason: "sold-elsewhere", weight: 2 },
  { reason: "other", weight: 1 },
];
const AFTER_OFFER: Reasons = [
  { reason: "price", weight: 5 },
  { reason: "sold-elsewhere", weight: 3 },
  { reason: "not-selling", weight: 2 },
];

function firstContactOf({ meetings, answeredAt }: MadeUpLead): string | undefined {
  return [...meetings.map(({ first_contact_at }) => first_contact_at), answeredAt]
    .filter((at) => typeof at === "string")
    .sort()[0];
}

function triesOf(lead: MadeUpLead, { random }: Context): ContactTriesTable[] {
  const reachedAt = firstContactOf(lead);
  if (!reachedAt) return [];
  const before = random() < 0.3 ? 1 + Math.floor(random() * 2) : 0;
  return Array.from({ length: before + 1 }, (_, index) => {
    const isReached = index === before;
    const at = new Date(Date.parse(reachedAt) - (before - index) * 20 * 60_000);
    return {
      id: madeUpId(random, at),
      lead_id: lead.id,
      channel: random() < 0.75 ? "call" : pick(random, ["text", "email"] as const),
      outcome: isReached ? "reached" : random() < 0.9 ? "left-message" : "wrong-number",
      words: random() < 0.3 ? pick(random, TRY_WORDS) : null,
      tried_by: STAFF,
      at: at.toISOString(),
      changed: null,
    } as const;
  });
}

function nextStepOf(
  lead: MadeUpLead,
  outcome: Outcome,
  { random, rules, now }: Context,
): LeadRows["next_steps"] | undefined {
  if (!outcome.isOpen || random() < 0.08) return undefined;
  const today = wallClock(now, rules.timeZone).day;
  const at = lead.latestAt.toISOString();
  return {
    id: madeUpId(random, lead.latestAt),
    lead_id: lead.id,
    what: pick(random, STEPS_AHEAD),
    due_day: addDays(today, Math.floor(random() * 14) - 3),
    due_time: random() < 0.4 ? pick(random, ["09:30", "12:15", "17:30"]) : null,
    assignee_id: null,
    then_due: null,
    ended_at: null,
    ended_by: null,
    ended_how: null,
    created_by: STAFF,
    version: 1,
    created_at: at,
    updated_at: at,
  };
}

function notesOf(lead: MadeUpLead, { random }: Context): LeadRows["notes"][] {
  return lead.meetings.flatMap(({ id, notes }) =>
    notes
      ? [
          {
            id: madeUpId(random, lead.latestAt),
            lead_id: lead.id,
            record_kind: "booking" as const,
            record_id: id,
            author: STAFF,
            text: notes,
            at: lead.latestAt.toISOString(),
          },
        ]
      : [],
  );
}

function callRows(lead: MadeUpLead, { random }: Context) {
  const { person, property, situation, source, call, createdAt } = lead;
  const id = call?.id ?? "";
  const { email = "", phone } = person;
  const name = `${person.firstName} ${person.lastName}`;
  const [created_at, updated_at] = [createdAt.toISOString(), createdAt.toISOString()];
  const typed = {
    name,
    email: email || null,
    phone,
    street: property.street,
    city: property.city,
    state: property.state,
    zip_code: property.zipCode,
    situation,
    ...lookUpColumns({ email, phone, texts: [name] }),
  };
  return {
    inquiry: inquiryRow({ id, kind: "call", lead_id: lead.id, ...typed, created_at, updated_at }),
    phoneCall: {
      id,
      person_id: person.id,
      heard_source: source.first?.utmSource ?? null,
      heard_campaign: source.first?.utmCampaign ?? null,
      said: pick(random, CALL_WORDS),
      booking_id: call?.bookingId ?? null,
      origin: null,
      key_id: null,
      vendor_id: null,
      cost_cents: null,
      asked_for: null,
      call_from: null,
      taken_by: STAFF,
    },
  };
}

function historyOf({ id }: MadeUpLead, { path, lostReason }: Outcome): HistoryRow[] {
  return path.map(({ stage, at }, index) => ({
    subject_kind: "lead",
    subject_id: id,
    actor: STAFF,
    action: "stage",
    detail: JSON.stringify({
      from: path[index - 1]?.stage ?? "New",
      to: stage === "Lost" && lostReason ? `Lost (${LOST_REASONS[lostReason]})` : stage,
    }),
    created_at: at.toISOString(),
  }));
}
