import {
  ATTRIBUTION_FIELDS,
  type Attribution,
  type Attributions,
  type PrivacySignal,
  type Touch,
} from "#people/leads/attribution.ts";
import { type Columns, objectOf } from "#platform/server/database/columns.ts";
import { type SnakeCase, snakeCase } from "#platform/shapes.ts";

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

export type AttributionColumns = { [Key in `${Touch}_${SnakeCase<keyof Attribution>}`]: string | null };

const TOUCHES: readonly Touch[] = ["first", "last"];

export const VISIT_COLUMNS = Object.fromEntries(
  TOUCHES.flatMap((touch) =>
    ATTRIBUTION_FIELDS.map((field) => [`${touch}_${snakeCase(field)}`, `source.${touch}.${field}`]),
  ),
) as Columns<AttributionColumns>;

export const ATTRIBUTION_COLUMNS = Object.keys(VISIT_COLUMNS) as (keyof AttributionColumns)[];

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
