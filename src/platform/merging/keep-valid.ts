import { haveKeys, isGroup, keyOf } from "./merge.ts";

export type Mistake = { path: string[]; message: string };
export type Checked<Facts> = { data?: Facts | undefined; mistakes: Mistake[] };

/** What is wrong stays as it was before, and holds nothing else back. Mistakes that were there before are let be. */
export function keepValid<Facts>(before: Facts, after: unknown, check: (facts: unknown) => Checked<Facts>) {
  const known = new Set(check(before).mistakes.map(mistakeKey));
  let facts = after;
  let mistakes: Mistake[] | undefined;
  for (let levels = 0; ; levels++) {
    const checked = check(facts);
    const found = checked.mistakes.filter((mistake) => !known.has(mistakeKey(mistake)));
    mistakes ??= found;
    if (found.length === 0) return { facts: checked.data ?? (facts as Facts), mistakes };
    // By name, because an item that goes moves those behind it.
    const places = found.map(({ path }) => namedPath(facts, path.slice(0, path.length - levels)));
    for (const place of places) facts = restored(before, facts, place);
  }
}

function mistakeKey({ path, message }: Mistake): string {
  return JSON.stringify([path, message]);
}

function namedPath(value: unknown, [key, ...rest]: readonly string[]): string[] {
  if (key === undefined) return [];
  const part: unknown = Array.isArray(value) ? value[Number(key)] : isGroup(value) ? value[key] : undefined;
  return [(Array.isArray(value) && keyOf(part)) || key, ...namedPath(part, rest)];
}

/** An item of a list is restored by its name, or as a whole where only it is renamed. A new item goes; other new names restore the list. */
function restored(before: unknown, after: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return before;
  if (isGroup(before) && isGroup(after)) {
    const part = restored(before[key], after[key], rest);
    const { [key]: _, ...others } = after;
    return part === undefined ? others : { ...others, [key]: part };
  }
  if (!Array.isArray(before) || !Array.isArray(after) || !haveKeys(before, after)) return before;
  const names = after.map(keyOf);
  const place = names.indexOf(key);
  // It went because of another of its mistakes.
  if (place === -1) return after;
  const known: unknown = before.find((each) => keyOf(each) === key);
  if (known !== undefined) return after.with(place, restored(known, after[place], rest));
  const sameNames = (each: unknown, at: number) => at === place || keyOf(each) === names[at];
  if (before.length === after.length && before.every(sameNames)) return after.with(place, before[place]);
  return before.every((each) => names.includes(keyOf(each))) ? after.toSpliced(place, 1) : before;
}
