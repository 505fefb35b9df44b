import { nameOf } from "#platform/merging/merge.ts";
import { claimName, labelOf } from "./form/labels.ts";
import type { ClaimName } from "./parts/claimed.ts";
import type { Facts } from "./schema.ts";

/** One line, for lists and the audit log. A fact that `before` does not know yet is no difference. */
export function describeChanges(before: Partial<Facts>, after: Facts): string {
  const changes = (Object.keys(after) as (keyof Facts)[])
    // Old addresses of pages follow from what was published.
    .filter((name) => name !== "pageAddresses" && name in before && !isSame(before[name], after[name]))
    .map((name) => ({ name, changed: changesOf(name, before as Facts, after) }));
  const isLong = changes.flatMap(({ changed }) => changed).length > MAX_NAMED;
  const lines = changes.flatMap(({ name, changed }) =>
    isLong && changed.length > 1 ? [`${labelOf([name], after)} (${changed.length})`] : changed,
  );
  return lines.join(", ");
}

/** Of more changes each fact is one. */
const MAX_NAMED = 12;

function changesOf(name: keyof Facts, before: Facts, after: Facts): string[] {
  const label = labelOf([name], after);
  switch (name) {
    case "company":
    case "words":
      return keysThatDiffer(before[name], after[name]).map((key) => labelOf([name, key], after));
    case "claims":
      return keysThatDiffer(before.claims, after.claims).map(
        (key) => `${claimName(key as ClaimName)} ${after.claims[key as ClaimName].state}`,
      );
    case "figures":
      return keysThatDiffer(before.figures, after.figures).map((key) => `Figures: ${after.figures[key].label}`);
    case "team":
    case "testimonials":
    case "questions":
    case "pages":
    case "values":
      return namesOfChanged(label, before[name], after[name]);
    default:
      return [label];
  }
}

function keysThatDiffer<Group extends object>(before: Group, after: Group): (keyof Group & string)[] {
  return (Object.keys(after) as (keyof Group & string)[]).filter((key) => !isSame(before[key], after[key]));
}

function namesOfChanged(label: string, before: readonly unknown[], after: readonly unknown[]): string[] {
  const changed = after.filter((item) => !before.some((other) => isSame(other, item))).map(nameOf);
  const kept = new Set(after.map(nameOf));
  const removed = before.filter((item) => !kept.has(nameOf(item))).map((item) => `without ${nameOf(item)}`);
  const names = [...changed, ...removed];
  return names.length > 0 ? names.map((name) => `${label}: ${name}`) : [`${label}: another order`];
}

/** Facts come from a schema, so their keys have one order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
