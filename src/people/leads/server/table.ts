import { type Attributions, leadSource } from "#people/leads/attribution.ts";
import type { Call } from "#people/leads/call.ts";
import type { InquiryKind } from "#people/leads/inquiry.ts";
import { type Lead, type Property, propertyKey, type Stage, searchedPlace } from "#people/leads/lead.ts";
import type { LogEntry } from "#people/leads/log.ts";
import { emailKey } from "#platform/email.ts";
import { phoneDigits } from "#platform/phone.ts";
import { searchableText } from "#platform/search.ts";
import { type CellsAt, type Columns, columnsOf, objectOf, rowOf } from "#platform/server/database/columns.ts";
import { searchedEmail } from "#platform/server/readable-email.ts";
import type { LeafPath } from "#platform/shapes.ts";
import {
  type AttributionColumns,
  attributionColumns,
  type InquiryColumns,
  type InquiryRow,
  type TypedColumns,
  VISIT_COLUMNS,
} from "./inquiries/table.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    people: PeopleTable;
    leads: LeadRow;
    next_steps: NextStepsTable;
    notes: NotesTable;
    contact_tries: ContactTriesTable;
    lead_claims: LeadClaimsTable;
    /** A view of phone calls with their inquiries. */
    calls: CallRow;
    phone_calls: PhoneCallRow;
    ended_lead_counts: EndedLeadCountsTable;
  }
}

export type PeopleTable = {
  id: string;
  /** The root is at the end of the chain of merges: the person's own id without a merge. */
  root_id: string;
  merged_into: string | null;
  name: string;
  email: string | null;
  email_key: string | null;
  phone: string | null;
  phone_digits: string | null;
  search_text: string;
  version: number;
  created_at: string;
  updated_at: string;
};

/** Triggers read these columns: a migration that renames one must replace them. */
export const PEOPLE_READ_BY_TRIGGERS = [
  "id",
  "search_text",
  "phone_digits",
] as const satisfies readonly (keyof PeopleTable)[];

export const LEADS_READ_BY_TRIGGERS = [
  "id",
  "stage",
  "search_text",
  "created_at",
  "joined_into",
  "source_said",
  "met_at",
  "offered_at",
  "contract_at",
  "closed_at",
  "contract_cents",
  "closing_cents",
  ...attributionColumns("first"),
  ...attributionColumns("last"),
] as const satisfies readonly (keyof LeadRow)[];

export const NOTES_READ_BY_TRIGGERS = [
  "text",
  "author",
  "at",
  "record_kind",
  "record_id",
] as const satisfies readonly (keyof NotesTable)[];

const LEAD_OWN_COLUMNS = {
  id: "id",
  person_id: "personId",
  street: "property.street",
  city: "property.city",
  state: "property.state",
  zip_code: "property.zipCode",
  placed_at: "placedAt",
  situation: "situation",
  language: "language",
  asking_cents: "askingCents",
  owed_cents: "owedCents",
  occupants: "occupants",
  condition: "condition",
  stage: "stage",
  stage_at: "stageAt",
  seller_answer: "sellerAnswer",
  lost_reason: "lostReason",
  lost_at: "lostAt",
  inquiries: "inquiries",
  tries: "tries",
  met_at: "metAt",
  offered_at: "offeredAt",
  contract_at: "contractAt",
  closed_at: "closedAt",
  offer_cents: "offerCents",
  accepted_cents: "acceptedCents",
  answered_at: "answeredAt",
  contract_cents: "contractCents",
  contract_day: "contractDay",
  closing_cents: "closingCents",
  closing_day: "closingDay",
  next_due_day: "nextDueDay",
  next_assignee_id: "nextAssigneeId",
  asleep_until: "asleepUntil",
  touched_at: "touchedAt",
  joined_into: "joinedInto",
  role: "role",
  version: "version",
  created_at: "createdAt",
  updated_at: "updatedAt",
} as const satisfies Record<string, LeafPath<Lead>>;

type LeadOwnColumns = CellsAt<typeof LEAD_OWN_COLUMNS, Lead>;

export type LeadRow = LeadOwnColumns &
  AttributionColumns & {
    property_key: string;
    search_text: string;
    is_open: number;
    source: string;
    source_said: number;
    /** 24:00 for a step without a time, so that it comes last on its day. */
    next_due_time: string;
    /** Of a joined lead, as JSON: the columns of its state as it would be alone. */
    before_joining: string | null;
    /** Of a joined lead: its open step when it was joined, which is now a step of the lead it is joined into. */
    joined_step_id: string | null;
  };

export const LEAD_COLUMNS: Columns<LeadOwnColumns> = LEAD_OWN_COLUMNS;

/** A joined lead is as it would be alone. */
export function toLead(row: LeadRow): Lead {
  const alone: LeadRow = row.before_joining === null ? row : { ...row, ...JSON.parse(row.before_joining) };
  return { property: {}, ...objectOf(LEAD_COLUMNS, alone), isOpen: alone.is_open === 1 } as Lead;
}

/** A joined lead has its own person and property, and all else from the one that it is joined into. */
export function seenFrom({ personId, property, role }: Lead, whole: Lead): Lead {
  return { ...whole, personId, property, role };
}

const STATE_COLUMNS = [
  "stage",
  "stage_at",
  "lost_reason",
  "lost_at",
  "met_at",
  "offered_at",
  "contract_at",
  "closed_at",
  "offer_cents",
  "contract_cents",
  "contract_day",
  "closing_cents",
  "closing_day",
] as const satisfies readonly (keyof LeadOwnColumns)[];

/** What joined leads have in common. */
export function stateColumns(lead: Lead) {
  const row = rowOf(LEAD_COLUMNS, lead);
  const state = Object.fromEntries(STATE_COLUMNS.map((name) => [name, row[name]]));
  return { ...(state as Pick<LeadRow, (typeof STATE_COLUMNS)[number]>), is_open: lead.isOpen ? 1 : 0 };
}

/** Of a step that may be done at any time of its day. */
export const NO_TIME = "24:00";

/** Of a lead that is not joined into another. */
export const ALONE = { joined_into: null, before_joining: null, joined_step_id: null };

/** No list, board, count or report has leads with this stage. */
const JOINED = {
  stage: "Joined" as Stage,
  is_open: 0,
  next_due_day: null,
  next_assignee_id: null,
  asleep_until: null,
};

/** A sign of life. */
export function touchedColumns(now: Date) {
  return { touched_at: now.toISOString(), asleep_until: null };
}

export function joinedColumns(lead: Lead) {
  const none = Object.fromEntries(STATE_COLUMNS.map((name) => [name, null]));
  return { ...none, ...JOINED, before_joining: JSON.stringify(stateColumns(lead)) } satisfies Partial<LeadRow>;
}

export function leadColumnsOf(change: Partial<Lead>): Partial<LeadRow> {
  const { isOpen } = change;
  return { ...columnsOf(LEAD_COLUMNS, change), ...(isOpen !== undefined && { is_open: isOpen ? 1 : 0 }) };
}

export function placeColumns(property: Property) {
  const { street = null, city = null, state = null, zipCode = null } = property;
  const search_text = searchedPlace(property);
  return { property_key: propertyKey(property), search_text, street, city, state, zip_code: zipCode };
}

export function sourceColumns(source: Attributions | undefined): Pick<LeadRow, "source" | keyof AttributionColumns> {
  return { ...rowOf(VISIT_COLUMNS, { source }), source: leadSource(source) };
}

export type NextStepsTable = {
  id: string;
  lead_id: string;
  what: string;
  due_day: string;
  /** HH:mm */
  due_time: string | null;
  assignee_id: string | null;
  /** Day and time, if known, of what follows in the same step. */
  then_due: string | null;
  ended_at: string | null;
  ended_by: string | null;
  ended_how: "done" | "dropped" | null;
  created_by: string;
  version: number;
  created_at: string;
  updated_at: string;
};

/** The database refuses to change the text of a note. */
export type NotesTable = {
  id: string;
  lead_id: string;
  record_kind: InquiryKind | "lead";
  record_id: string;
  author: string | null;
  text: string;
  at: string;
};

export type ContactTriesTable = {
  id: string;
  lead_id: string;
  channel: LogEntry["channel"];
  outcome: LogEntry["outcome"];
  words: string | null;
  tried_by: string;
  at: string;
  /** JSON: what taking it back restores. */
  changed: string | null;
};

export type LeadClaimsTable = {
  id: string;
  lead_id: string;
  user_id: string;
  /** When the wait began. */
  since: string;
  taken_at: string;
  held_until: string;
  /** A unique index lets a lead have one claim that is not ended. */
  ended_at: string | null;
  /** The entry of the log that ended it; null if none came of it. */
  log_id: string | null;
};

/** Triggers count; on PostgreSQL a stage has several rows, which are added up. */
type EndedLeadCountsTable = { stage: Stage; count: number };

/** A call's own columns. */
export type PhoneCallRow = {
  id: string;
  person_id: string;
  heard_source: string | null;
  heard_campaign: string | null;
  said: string | null;
  booking_id: string | null;
  origin: NonNullable<Call["origin"]> | null;
  asked_for: string | null;
  call_from: string | null;
  taken_by: string;
  key_id: string | null;
  vendor_id: string | null;
  cost_cents: number | null;
};

export type CallRow = PhoneCallRow &
  InquiryColumns &
  AttributionColumns &
  Omit<TypedColumns, "last_name"> &
  Pick<InquiryRow, "created_at">;

type Named = { name: string; email?: string | undefined; phone?: string | undefined };

export function personColumns({ name, email, phone }: Named) {
  return {
    name,
    email: email || null,
    email_key: email ? emailKey(email) : null,
    phone: phone || null,
    phone_digits: (phone && phoneDigits(phone)) || null,
    search_text: searchableText(name, ...(email ? searchedEmail(email) : [])),
  };
}
