import { isConfirmedByPerson } from "#company/facts/claims.ts";
import { type Facts, factsSchema } from "#company/facts/schema.ts";
import { wallClock } from "#platform/dates.ts";
import { haveNames, isGroup, nameOf } from "./merge.ts";

export type Mistake = { path: string[]; message: string };
type Check = (facts: Facts) => Mistake[];

/** What is wrong stays as it was before, and holds nothing else back. Mistakes that were there before are let be. */
export function keepValid(before: Facts, after: unknown, check: Check): { facts: Facts; mistakes: Mistake[] } {
  const known = new Set(mistakesIn(before, check).map(keyOf));
  let facts = after;
  let mistakes: Mistake[] | undefined;
  for (let levels = 0; ; levels++) {
    const found = mistakesIn(facts, check).filter((mistake) => !known.has(keyOf(mistake)));
    mistakes ??= found;
    if (found.length === 0) return { facts: factsSchema.safeParse(facts).data ?? (facts as Facts), mistakes };
    // From the end, because an item that goes moves those behind it.
    for (const { path } of found.toReversed()) facts = restored(before, facts, path.slice(0, path.length - levels));
  }
}

export function mistakesIn(facts: unknown, check: Check): Mistake[] {
  const { data, error } = factsSchema.safeParse(facts);
  if (data) return check(data);
  return error.issues.map(({ path, message }) => ({ path: path.map(String), message }));
}

/** Of letters that were confirmed. */
export function futurePermissions({ testimonials, timeZone }: Facts, now: Date): Mistake[] {
  const today = wallClock(now, timeZone).day;
  return testimonials.flatMap(({ claim, permission }, index) =>
    isConfirmedByPerson(claim) && permission.givenOn > today
      ? [{ path: ["testimonials", String(index), "permission", "givenOn"], message: "This day is still to come" }]
      : [],
  );
}

function keyOf({ path, message }: Mistake): string {
  return JSON.stringify([path, message]);
}

/** An item of a list is restored by its name. Without one, a new item goes, and a renamed one restores the whole list. */
function restored(before: unknown, after: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return before;
  if (isGroup(before) && isGroup(after)) {
    const part = restored(before[key], after[key], rest);
    const { [key]: _, ...others } = after;
    return part === undefined ? others : { ...others, [key]: part };
  }
  if (!Array.isArray(before) || !Array.isArray(after) || !haveNames(before, after)) return before;
  const item: unknown = after[Number(key)];
  const names = after.map(nameOf);
  const known: unknown = before.find((each) => nameOf(each) === nameOf(item));
  if (known !== undefined) return after.with(Number(key), restored(known, item, rest));
  return before.every((each) => names.includes(nameOf(each))) ? after.toSpliced(Number(key), 1) : before;
}
