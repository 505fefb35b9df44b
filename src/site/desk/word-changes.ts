import { CLAIM_STATE_LABELS, type Claim, isConfirmed } from "#company/facts/claims.ts";
import { labelOf, sectionOf } from "#company/facts/form/labels.ts";
import { SECTIONS } from "#company/facts/form/sections.ts";
import type { Facts } from "#company/facts/schema.ts";
import { formatDay, formatTime, wallClock } from "#platform/dates.ts";
import { changesBetween, type FieldChange } from "#platform/merging/field-changes.ts";
import { haveKeys, isGroup, keyOf } from "#platform/merging/merge.ts";

export type WordChange = { label: string; before: string; after: string };
export type SectionChanges = { title: string; changes: WordChange[] };

/** Each changed text with its words before and after, in the order of the desk's sections. */
export function wordChanges(before: Facts, after: Facts): SectionChanges[] {
  const { timeZone } = after;
  const changes = changesBetween(readable(before, timeZone), readable(after, timeZone)).flatMap(leaves);
  return SECTIONS.map(({ id, title }) => ({
    title,
    changes: changes
      .filter(({ path }) => sectionOf(path.join(".")) === id)
      .map(({ path, from, to }) => ({
        label: labelOf(path, after),
        before: String(from ?? ""),
        after: String(to ?? ""),
      })),
  })).filter((section) => section.changes.length > 0);
}

/** An item that is new or gone is told line by line. */
function leaves({ path, from, to }: FieldChange): FieldChange[] {
  const whole = [from, to].find((side) => typeof side === "object");
  if (Array.isArray(whole) || (Array.isArray(from) && Array.isArray(to)))
    return [{ path, from: lines(from), to: lines(to) }];
  if (!isGroup(whole)) return [{ path, from, to }];
  const part = (side: unknown, key: string) => (isGroup(side) ? side[key] : undefined);
  return Object.keys(whole)
    .flatMap((key) => leaves({ path: [...path, key], from: part(from, key), to: part(to, key) }))
    .filter((leaf) => (leaf.from ?? "") !== (leaf.to ?? ""));
}

function lines(list: unknown): string {
  const text = (item: unknown) => (isGroup(item) ? Object.values(item).join(", ") : String(item));
  return Array.isArray(list) ? list.map(text).join("\n") : "";
}

/** The same facts as people read them. */
function readable(value: unknown, timeZone: string): unknown {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return String(value);
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => readable(item, timeZone));
    return haveKeys(value) && items.every((item) => keyOf(item) !== undefined) ? items : lines(items);
  }
  if ("confirmedBy" in value) return claimText(value as Claim, timeZone);
  if ("opens" in value && "closes" in value)
    return `${formatTime(String(value.opens))} to ${formatTime(String(value.closes))}`;
  if ("id" in value && "width" in value) return `Picture ${String(value.id).slice(0, 8)}`;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, readable(part, timeZone)]));
}

function claimText(claim: Claim, timeZone: string): string {
  const { state, source, confirmedBy, confirmedAt } = claim;
  const day = confirmedAt && formatDay(wallClock(new Date(confirmedAt), timeZone).day, "short");
  const by = isConfirmed(claim) && confirmedBy ? ` by ${confirmedBy}${day && ` on ${day}`}` : "";
  return [`${CLAIM_STATE_LABELS[state]}${by}`, source && `source: ${source}`].filter(Boolean).join(", ");
}
