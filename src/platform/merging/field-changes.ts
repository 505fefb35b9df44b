// A change names the fields that a person changed, so that two people who write different fields of the draft never meet.
import { type Conflict, type Group, haveKeys, isDeepEqual, isGroup, keyOf, mergeInput } from "./merge.ts";

/** A path names the items of lists by their id or name: ["team", "Dana Whitfield", "role"]. What is missing on a side is not there. */
export type FieldChange = { path: string[]; from?: unknown; to?: unknown };

/** The last part of the path of a list's order, which is a list of names. No item has an empty name. */
const ORDER = "";

export function changesBetween(before: unknown, after: unknown, path: string[] = []): FieldChange[] {
  if (isDeepEqual(before, after)) return [];
  if (isGroup(before) && isGroup(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => changesBetween(before[key], after[key], [...path, key]));
  }
  if (isNamedList(before) && isNamedList(after)) return listChanges(before, after, path);
  return [{ path, from: before, to: after }];
}

function listChanges(before: unknown[], after: unknown[], path: string[]): FieldChange[] {
  const [from, to] = [namesOf(before), namesOf(after)];
  const names = new Set([...from, ...to]);
  const changes = [...names].flatMap((name) =>
    changesBetween(itemOf(before, name), itemOf(after, name), [...path, name]),
  );
  const expected = [...from.filter((name) => to.includes(name)), ...to.filter((name) => !from.includes(name))];
  return isDeepEqual(to, expected) ? changes : [...changes, { path: [...path, ORDER], from, to }];
}

/** Of a field that another person has changed since, the present value stays, and the conflict tells it. */
export function applyChanges<Facts extends object>(
  present: Facts,
  changes: readonly FieldChange[],
): { merged: Facts; conflicts: Conflict[] } {
  const gone = changes.filter(({ path }) => !hasPlace(present, path));
  const placed = changes.filter((change) => !gone.includes(change));
  const base = placed.reduce<unknown>((value, { path, from }) => withPart(value, path, from), present) as Facts;
  const mine = placed.reduce<unknown>((value, { path, to }) => withPart(value, path, to), present) as Facts;
  // The sides are exchanged, because the present value is what stays.
  const { merged, conflicts } = mergeInput(base, mine, present);
  return {
    merged,
    conflicts: [
      ...conflicts.map(({ path }) => ({ path, theirs: partOf(present, path) })),
      ...gone.map(({ path }) => ({ path, theirs: undefined })),
    ],
  };
}

/** The base of a later merge: what was sent without an answer has been stored where the present value is the same. */
export function withStored<Facts extends object>(base: Facts, sent: Facts, present: Facts): Facts {
  return changesBetween(base, sent)
    .filter(({ path, to }) => isDeepEqual(partOf(present, path), to))
    .reduce<unknown>((value, { path, to }) => withPart(value, path, to), base) as Facts;
}

export function partOf(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value)) return key === ORDER ? namesOf(value) : partOf(itemOf(value, key), rest);
  return isGroup(value) && Object.hasOwn(value, key) ? partOf(value[key], rest) : undefined;
}

function hasPlace(value: unknown, path: readonly string[]): boolean {
  const holder = partOf(value, path.slice(0, -1));
  return isGroup(holder) || isNamedList(holder);
}

export function withPart(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) return key === ORDER ? sorted(value, to) : withItem(value, key, rest, to);
  if (!isGroup(value)) return value;
  const { [key]: part, ...others } = value;
  const changed = withPart(part, rest, to);
  return changed === undefined ? others : ({ ...value, [key]: changed } as Group);
}

function withItem(list: unknown[], name: string, rest: readonly string[], to: unknown): unknown[] {
  const item = itemOf(list, name);
  const changed = withPart(item, rest, to);
  if (item === undefined) return changed === undefined ? list : [...list, changed];
  return list.flatMap((each) => (each !== item ? [each] : changed === undefined ? [] : [changed]));
}

function sorted(list: unknown[], names: unknown): unknown[] {
  const order = Array.isArray(names) ? names : [];
  const place = (item: unknown) => (order.includes(keyOf(item)) ? order.indexOf(keyOf(item)) : order.length);
  return list.toSorted((one, other) => place(one) - place(other));
}

function isNamedList(value: unknown): value is unknown[] {
  return Array.isArray(value) && haveKeys(value);
}

function namesOf(list: readonly unknown[]): string[] {
  return list.map((item) => keyOf(item) ?? "");
}

function itemOf(list: readonly unknown[], name: string): unknown {
  return list.find((item) => keyOf(item) === name);
}
