// A fact that only one of two admins changed is kept; of a fact that both changed, the own one or, where asked, theirs.

export type Conflict = {
  /** A path contains the name of an item instead of its index: ["team", "Dana Whitfield", "role"]. */
  path: string[];
  theirs: unknown;
};

type Merged<Value> = { merged: Value; conflicts: Conflict[] };

/** `base` is the common starting point of the three-way merge. */
export function mergeInput<Input extends object>(base: Input, theirs: Input, mine: Input): Merged<Input> {
  const conflicts: Conflict[] = [];
  const merged = mergeValue({ base, theirs, mine }, [], conflicts) as Input;
  return { merged, conflicts };
}

type Three = { base: unknown; theirs: unknown; mine: unknown };

function mergeValue({ base, theirs, mine }: Three, path: string[], conflicts: Conflict[]): unknown {
  if (isDeepEqual(mine, theirs) || isDeepEqual(mine, base)) return theirs;
  if (isDeepEqual(theirs, base)) return mine;
  if (isGroup(mine) && isGroup(theirs)) {
    const known = isGroup(base) ? base : {};
    const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
    const parts = [...keys].map((key) => {
      const three = { base: known[key], theirs: theirs[key], mine: mine[key] };
      return [key, mergeValue(three, [...path, key], conflicts)];
    });
    return Object.fromEntries(parts);
  }
  if (Array.isArray(base) && Array.isArray(theirs) && Array.isArray(mine) && haveKeys(base, theirs, mine))
    return mergeList({ base, theirs, mine }, path, conflicts);
  conflicts.push({ path, theirs });
  return mine;
}

export type Group = Record<string, unknown>;
type Lists = { base: unknown[]; theirs: unknown[]; mine: unknown[] };

/** Ids identify items, or their names. The order is that of the changed list, mine first. */
function mergeList({ base, theirs, mine }: Lists, path: string[], conflicts: Conflict[]): unknown[] {
  const [known, present, own] = [byKey(base), byKey(theirs), byKey(mine)];
  const isReorderedByMe = !isDeepEqual([...own.keys()], [...known.keys()]);
  const keys = new Set(isReorderedByMe ? [...own.keys(), ...present.keys()] : [...present.keys(), ...own.keys()]);
  return [...keys].flatMap((key) => {
    const three = { base: known.get(key), theirs: present.get(key), mine: own.get(key) };
    if (!three.mine) return !three.base ? [three.theirs] : removed(three.theirs, three.base, [...path, key], conflicts);
    if (!three.theirs && three.base && isDeepEqual(three.mine, three.base)) return [];
    if (!three.theirs && !three.base) return [three.mine];
    return [mergeValue(three, [...path, key], conflicts)];
  });
}

function removed(theirs: unknown, base: unknown, path: string[], conflicts: Conflict[]): unknown[] {
  if (theirs && !isDeepEqual(theirs, base)) conflicts.push({ path, theirs });
  return [];
}

const NAMES = ["name", "title", "question", "email", "date"];

export function nameOf(item: unknown): string | undefined {
  if (typeof item === "string") return item;
  const name = NAMES.find((key) => isGroup(item) && typeof item[key] === "string");
  return name && String((item as Group)[name]);
}

/** Lists without unique keys are not merged item by item. */
export function haveKeys(...lists: unknown[][]): boolean {
  return lists.every((list) => {
    const keys = list.map(keyOf);
    return !keys.includes(undefined) && new Set(keys).size === keys.length;
  });
}

/** The name of a page may change. */
export function keyOf(item: unknown): string | undefined {
  return isGroup(item) && typeof item.id === "string" ? item.id : nameOf(item);
}

function byKey(list: readonly unknown[]): Map<string, unknown> {
  return new Map(list.map((item) => [keyOf(item) ?? "", item]));
}

/** A picture is one value. */
export function isGroup(value: unknown): value is Group {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !("width" in value);
}

/** The order of keys does not count, and a missing key equals undefined. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isDeepEqual((one as never)[key], (other as never)[key]));
}
