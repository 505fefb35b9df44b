import type { Selectable } from "kysely";
import type { LeadMap } from "#inquiries/added-leads/added-lead.ts";
import { type LeadKey, type RefusedBody, USUAL_A_DAY } from "#inquiries/added-leads/lead-key.ts";
import { readText } from "./posted.ts";
import { assign, normalized } from "./read-lead.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    lead_keys: LeadKeysTable;
    refused_bodies: RefusedBodiesTable;
    /** The e-mail addresses in a body, or else its phone numbers, as people are looked up by them. */
    refused_body_names: { body_id: string; name: string };
  }
}

type LeadKeysTable = {
  key_id: string;
  source: string;
  campaign: string;
  cost_cents: number | null;
  /** JSON: a LeadMap. */
  fields: string;
  sample_until: string | null;
  /** JSON: a list. Of a form of another site, like the two after it. */
  origins: string;
  thanks_url: string;
  a_day: number;
  version: number;
  updated_at: string;
};

type RefusedBodiesTable = {
  id: string;
  key_id: string;
  /** A body that is sent again is kept once. */
  hash: string;
  body: string;
  reason: string;
  is_sample: 0 | 1;
  at: string;
};

export type LeadKeyRow = Selectable<LeadKeysTable>;
export type RefusedRow = Selectable<RefusedBodiesTable>;

export function noSettings(keyId: string): LeadKeyRow {
  const nothing = { source: "", campaign: "", cost_cents: null, fields: "[]", sample_until: null };
  const form = { origins: "[]", thanks_url: "", a_day: USUAL_A_DAY };
  return { key_id: keyId, ...nothing, ...form, version: 0, updated_at: "" };
}

export function mapOf({ fields }: LeadKeyRow): LeadMap {
  return JSON.parse(fields);
}

export function originsOf({ origins }: LeadKeyRow): string[] {
  return JSON.parse(origins);
}

export function toLeadKey(row: LeadKeyRow, { name, scope }: { name: string; scope: string }): LeadKey {
  return {
    name,
    scope,
    source: row.source,
    campaign: row.campaign,
    costCents: row.cost_cents,
    fields: mapOf(row).map(([sent, field]) => ({ sent, field })),
    sampleUntil: row.sample_until,
    origins: originsOf(row),
    thanksUrl: row.thanks_url,
    aDay: row.a_day,
    version: row.version,
  };
}

export function toRefused({ id, at, reason, is_sample, body }: RefusedRow, map: LeadMap): RefusedBody {
  const { fields } = readText(body);
  return {
    _id: id,
    at,
    reason,
    isSample: is_sample === 1,
    body,
    sent: fields.map(([path, value]) => ({ path, value })),
    values: { ...normalized(assign(fields, map).values) },
  };
}
