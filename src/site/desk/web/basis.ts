import type { Draft, DraftChange } from "#company/facts/admin.ts";
import { labelOf } from "#company/facts/changes.ts";
import type { Facts } from "#company/facts/schema.ts";
import { ApiError } from "#platform/web/api.ts";
import { type Conflict, isDeepEqual, mergeInput } from "#company/facts/draft/merge.ts";
import { type DeskInput, toInput } from "./desk-input.ts";

export type Present = { published: { number: number; facts: Facts }; draft: Draft | null };

export type Basis = {
  published: { number: number; facts: Facts };
  version: number;
  facts: Facts;
  isOutdated: boolean;
};

export function basisOf({ published, draft }: Present): Basis {
  return {
    published: { number: published.number, facts: published.facts },
    version: draft?.version ?? 0,
    facts: draft?.facts ?? published.facts,
    isOutdated: draft !== null && draft.basedOn !== published.number,
  };
}

export function changeOf(facts: Facts, { version, published }: Basis): DraftChange {
  return { facts, version, basedOn: published.number };
}

export function rebaseOn(input: DeskInput, from: Basis, present: Present): { input: DeskInput; conflicts: Conflict[] } {
  const now = basisOf(present);
  // A version was published beside the draft that the form was loaded from: only that is new.
  const isRepublished = now.version === from.version && now.published.number !== from.published.number;
  const [base, theirs] = isRepublished ? [from.published.facts, now.published.facts] : [from.facts, now.facts];
  const { merged, conflicts } = mergeInput(toInput(base), toInput(theirs), input);
  return { input: merged, conflicts: conflicts.filter(({ path }) => !isOfServer(path)) };
}

/** The server sets the confirmer and the time of a claim. */
function isOfServer(path: readonly string[]): boolean {
  return ["confirmedBy", "confirmedAt"].includes(path.at(-1) ?? "");
}

export function presentOf(error: Error | null): Present | undefined {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return undefined;
  return error.body as Present;
}

export function isUnchanged(input: DeskInput, { facts }: Basis): boolean {
  return isDeepEqual(input, toInput(facts));
}

const MAX_SHOWN = 80;

export function describeConflict({ path, theirs }: Conflict): string {
  const label = labelOf(path);
  if (theirs === undefined) return `${label}: they removed it`;
  const isShort = typeof theirs === "string" && theirs !== "" && theirs.length <= MAX_SHOWN;
  return isShort ? `${label}: they wrote “${theirs}”` : `${label}: they changed it too`;
}
