import type { Draft, DraftChange, Editor } from "#company/facts/admin.ts";
import { checkFacts, type Facts } from "#company/facts/schema.ts";
import { changesBetween, type FieldChange, partOf, withPart, withStored } from "#platform/merging/field-changes.ts";
import { keepValid, type Mistake } from "#platform/merging/keep-valid.ts";
import { type Conflict, isDeepEqual, mergeInput } from "#platform/merging/merge.ts";
import { ApiError } from "#platform/web/api.ts";
import { type DeskInput, toFacts, toInput } from "./desk-input.ts";

export type Present = { published: { number: number; facts: Facts }; draft: Draft | null };

/** What the server has, as far as this tab knows. */
export type Basis = {
  published: { number: number; facts: Facts };
  version: number;
  facts: Facts;
  isOutdated: boolean;
  editors: Editor[];
  /** Sent, but no answer has come: the server may have it. */
  sent?: Facts;
};

export type Kept = { basis: Basis; conflicts: Conflict[] };

export function basisOf({ published, draft }: Present): Basis {
  return {
    published: { number: published.number, facts: published.facts },
    version: draft?.version ?? 0,
    facts: draft?.facts ?? published.facts,
    isOutdated: draft !== null && draft.basedOn !== published.number,
    editors: draft?.editors ?? [],
  };
}

export function changeOf(facts: Facts, { version, published }: Basis): DraftChange {
  return { facts, version, basedOn: published.number };
}

/** Answers can come in another order than they were made. */
export function isNewer({ published, draft }: Present, basis: Basis): boolean {
  if (published.number !== basis.published.number) return published.number > basis.published.number;
  return (draft?.version ?? 0) > basis.version;
}

type Rebased = { input: DeskInput; conflicts: Conflict[] };

/** Conflicts stay until a person chooses. */
export function rebaseOn(input: DeskInput, from: Basis, present: Present, open: readonly Conflict[] = []): Rebased {
  const now = basisOf(present);
  // A version was published beside the draft that the form was loaded from: only that is new.
  const isRepublished = now.version === from.version && now.published.number !== from.published.number;
  const [base, theirs] = isRepublished
    ? [from.published.facts, now.published.facts]
    : [from.sent ? withStored(from.facts, from.sent, now.facts) : from.facts, now.facts];
  return merge(input, base, theirs, open);
}

export function merge(input: DeskInput, base: Facts, facts: Facts, open: readonly Conflict[]): Rebased {
  const theirs = toInput(facts);
  const { merged, conflicts } = mergeInput(toInput(base), theirs, input);
  const found = conflicts.filter(({ path }) => !isOfServer(path));
  const still = open
    .filter(({ path }) => !found.some((conflict) => isDeepEqual(conflict.path, path)))
    .map(({ path }) => ({ path, theirs: partOf(theirs, path) }))
    .filter((conflict) => !isDeepEqual(conflict.theirs, partOf(merged, conflict.path)));
  return { input: merged, conflicts: [...still, ...found] };
}

/** The server sets the confirmer and the time of a claim. */
function isOfServer(path: readonly string[]): boolean {
  return ["confirmedBy", "confirmedAt"].includes(path.at(-1) ?? "");
}

export type Typed = { changes: FieldChange[]; mistakes: Mistake[] };

/** What is valid and met no other change can be saved. */
export function typedSince({ facts }: Basis, input: DeskInput, conflicts: readonly Conflict[]): Typed {
  const valid = keepValid(facts, toFacts(input), (given) => checkFacts(given, new Date()));
  const changes = changesBetween(facts, valid.facts).filter(
    (change) => !isOfServer(change.path) && !conflicts.some(({ path }) => overlaps(path, change.path)),
  );
  return { changes, mistakes: valid.mistakes };
}

/** One path is that of the other, or of a part of it. */
export function overlaps(one: readonly string[], other: readonly string[]): boolean {
  return one.every((part, index) => index >= other.length || other[index] === part);
}

export function withChanges(facts: Facts, changes: readonly FieldChange[]): Facts {
  return changes.reduce<unknown>((value, { path, to }) => withPart(value, path, to), facts) as Facts;
}

export function presentOf(error: Error | null): Present | undefined {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return undefined;
  return error.body as Present;
}

/** Nobody knows whether the server has done what it was asked for. */
export function isLost(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === "unreadable");
}
