// Two admins edit the facts at once: what only one of them changed is kept, and of a fact that both changed the own version.

export type Conflict = {
  /** As in the form, with the name of an item instead of its index: ["team", "Dana Whitfield", "role"]. */
  path: string[];
  /** Undefined if they removed it. */
  theirs: unknown;
};

type Merged<Value> = { merged: Value; conflicts: Conflict[] };

/** Three ways: `base` is what both began with. */
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
  if (Array.isArray(base) && Array.isArray(theirs) && Array.isArray(mine) && haveNames(base, theirs, mine))
    return mergeList({ base, theirs, mine }, path, conflicts);
  conflicts.push({ path, theirs });
  return mine;
}

type Group = Record<string, unknown>;
type Lists = { base: Group[]; theirs: Group[]; mine: Group[] };

/** In the order of whichever list was changed, mine first; what only the other one has comes last. Names say which items are the same. */
function mergeList({ base, theirs, mine }: Lists, path: string[], conflicts: Conflict[]): unknown[] {
  const [known, present, own] = [byName(base), byName(theirs), byName(mine)];
  const isReorderedByMe = !isDeepEqual([...own.keys()], [...known.keys()]);
  const names = new Set(isReorderedByMe ? [...own.keys(), ...present.keys()] : [...present.keys(), ...own.keys()]);
  return [...names].flatMap((name) => {
    const three = { base: known.get(name), theirs: present.get(name), mine: own.get(name) };
    if (!three.mine)
      return !three.base ? [three.theirs] : removed(three.theirs, three.base, [...path, name], conflicts);
    if (!three.theirs && three.base && isDeepEqual(three.mine, three.base)) return [];
    if (!three.theirs && !three.base) return [three.mine];
    return [mergeValue(three, [...path, name], conflicts)];
  });
}

/** Removed here. A conflict if they have changed it. */
function removed(theirs: unknown, base: unknown, path: string[], conflicts: Conflict[]): unknown[] {
  if (theirs && !isDeepEqual(theirs, base)) conflicts.push({ path, theirs });
  return [];
}

const NAMES = ["name", "title", "question", "email", "date"];

export function nameOf(item: unknown): string | undefined {
  const name = NAMES.find((key) => isGroup(item) && typeof item[key] === "string");
  return name && String((item as Group)[name]);
}

/** Lists without a name for each item, or with the same one twice, are not merged item by item. */
function haveNames(...lists: unknown[][]): boolean {
  return lists.every((list) => {
    const names = list.map(nameOf);
    return !names.includes(undefined) && new Set(names).size === names.length;
  });
}

function byName(list: Group[]): Map<string, Group> {
  return new Map(list.map((item) => [nameOf(item) ?? "", item]));
}

function isGroup(value: unknown): value is Group {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !("id" in value);
}
/** For JSON: the order of keys does not count, and a missing key is the same as undefined. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isDeepEqual((one as never)[key], (other as never)[key]));
}
