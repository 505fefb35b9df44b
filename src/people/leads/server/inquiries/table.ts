import { mailboxKey } from "#delivery/mail/mailbox.ts";
import {
  ATTRIBUTION_FIELDS,
  type Attribution,
  type Attributions,
  type PrivacySignal,
  type Touch,
} from "#people/leads/attribution.ts";
import type { InquiryKind } from "#people/leads/inquiry.ts";
import { emailKey } from "#platform/email.ts";
import { phoneDigits } from "#platform/phone.ts";
import { searchableText } from "#platform/search.ts";
import { type Columns, objectOf } from "#platform/server/database/columns.ts";
import { searchedEmail } from "#platform/server/readable-email.ts";
import { type SnakeCase, snakeCase } from "#platform/shapes.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    inquiries: InquiryRow;
    inquiry_counts: InquiryCountsTable;
  }
}

/** In place of a topic or a type of property that inquiries of the kind do not have. */
export const NONE = "-";

export type WaitColumns = {
  lead_id: string;
  waiting_since: string | null;
  first_contact_at: string | null;
  first_contact_by: string | null;
  first_contact_minutes: number | null;
};

export const WAIT_COLUMNS: Columns<WaitColumns> = {
  lead_id: "leadId",
  waiting_since: "waitingSince",
  first_contact_at: "firstContact.at",
  first_contact_by: "firstContact.by",
  first_contact_minutes: "firstContact.minutes",
};

export type InquiryColumns = WaitColumns & { privacy_signal: PrivacySignal | null };

export const INQUIRY_COLUMNS: Columns<InquiryColumns> = { ...WAIT_COLUMNS, privacy_signal: "privacySignal" };

/** What the person entered or said, or staff's correction of it. */
export type TypedColumns = {
  /** The first name if the form asks for both. */
  name: string;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  street: string | null;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  situation: string | null;
};

/** These columns are computed when the row is written, only for lookups. */
export type LookUpColumns = {
  /** All spellings of one address have the same key. */
  email_key: string | null;
  /** Limits identify a person by the mailbox behind the address. */
  mailbox_key: string | null;
  phone_digits: string;
  /** The admin's search reads it: folded, one text per line. */
  search_text: string;
};

/** Who asked for what, and how it stands. What only a meeting, a message or a call has is in a table of its own, by the same id. */
export type InquiryRow = InquiryColumns &
  AttributionColumns &
  TypedColumns &
  LookUpColumns & {
    id: string;
    kind: InquiryKind;
    status: string;
    /** The type of a meeting, the subject of a message. */
    topic: string;
    property_type: string;
    notes: string | null;
    /** As JSON: the columns that staff have corrected, as the person entered them. */
    typed: string | null;
    version: number;
    created_at: string;
    updated_at: string;
  };

/** Rows with this value store sums over all values of the column. */
export const ALL = "";

/** Triggers maintain these numbers by ten days of creation ("2026-11-2"). PostgreSQL has several rows to be summed. */
type InquiryCountsTable = Pick<InquiryRow, "kind" | "status" | "topic" | "property_type"> & {
  period: string;
  count: number;
};

/** A migration that renames one of these must replace the triggers of inquiry_counts and the search. */
export const INQUIRIES_READ_BY_TRIGGERS = [
  "id",
  "kind",
  "status",
  "topic",
  "property_type",
  "search_text",
  "phone_digits",
  "created_at",
] as const satisfies readonly (keyof InquiryRow)[];

type Found = { email?: string | null | undefined; phone?: string | null | undefined; texts: readonly string[] };

export function lookUpColumns({ email, phone, texts: [name = "", ...texts] }: Found): LookUpColumns {
  return {
    email_key: email ? emailKey(email) : null,
    mailbox_key: email ? mailboxKey(email) : null,
    phone_digits: phone ? phoneDigits(phone) : "",
    search_text: searchableText(name, ...(email ? searchedEmail(email) : []), ...texts),
  };
}

/** A whole inquiry has some columns of the inquiry under names of its kind. */
export type Names = Readonly<Record<string, keyof InquiryRow>>;

/** Separates columns of the inquiry from those of its kind's own table. */
export function partsOf(row: object, names: Names): { inquiry: Partial<InquiryRow>; own: Record<string, unknown> } {
  const inquiry: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const name = names[column] ?? column;
    if (name in EMPTY) inquiry[name] = value;
    else own[name] = value;
  }
  return { inquiry, own };
}

/** The same columns in each row: inserts of several kinds then have one text. */
export function inquiryRow(columns: Partial<InquiryRow> & Pick<InquiryRow, "id" | "kind">): InquiryRow {
  return { ...EMPTY, ...columns };
}

export type AttributionColumns = { [Key in `${Touch}_${SnakeCase<keyof Attribution>}`]: string | null };

const TOUCHES: readonly Touch[] = ["first", "last"];

export const VISIT_COLUMNS = Object.fromEntries(
  TOUCHES.flatMap((touch) =>
    ATTRIBUTION_FIELDS.map((field) => [`${touch}_${snakeCase(field)}`, `source.${touch}.${field}`]),
  ),
) as Columns<AttributionColumns>;

export const ATTRIBUTION_COLUMNS = Object.keys(VISIT_COLUMNS) as (keyof AttributionColumns)[];

const EMPTY: Omit<InquiryRow, "id"> = {
  kind: "booking",
  status: NONE,
  topic: NONE,
  property_type: NONE,
  lead_id: "",
  name: "",
  last_name: null,
  email: null,
  email_key: null,
  mailbox_key: null,
  phone: null,
  phone_digits: "",
  street: null,
  city: null,
  state: null,
  zip_code: null,
  situation: null,
  search_text: "",
  notes: null,
  typed: null,
  waiting_since: null,
  first_contact_at: null,
  first_contact_by: null,
  first_contact_minutes: null,
  privacy_signal: null,
  version: 1,
  created_at: "",
  updated_at: "",
  ...(Object.fromEntries(ATTRIBUTION_COLUMNS.map((name) => [name, null])) as Record<keyof AttributionColumns, null>),
};

export function attributionColumns(touch: Touch) {
  return [
    `${touch}_utm_source`,
    `${touch}_utm_campaign`,
    `${touch}_click_id`,
    `${touch}_referrer`,
    `${touch}_landing_page`,
  ] as const;
}

export function visitOf(row: Partial<AttributionColumns>, touch: Touch): Attribution {
  const { source } = objectOf(VISIT_COLUMNS, row) as { source?: Attributions };
  return source?.[touch] ?? {};
}
