import { useRef, useState } from "react";
import { adoptFacts } from "#company/facts/facts.ts";
import type { Facts } from "#company/facts/schema.ts";
import { changesBetween, withPart } from "#platform/merging/field-changes.ts";
import type { Conflict } from "#platform/merging/merge.ts";
import { storedUnsaved, useUnsaved } from "#platform/web/forms/unsaved.ts";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import {
  type Basis,
  basisOf,
  changeOf,
  isNewer,
  type Kept,
  type Present,
  presentOf,
  rebaseOn,
  typedSince,
} from "./basis.ts";
import { type DeskInput, deskInputSchema, fieldOf, LISTS, toInput } from "./desk-input.ts";
import { replaceDraft } from "./queries.ts";
import { applyInput, leavesOf } from "./saving/apply-input.ts";
import { useAutosave } from "./saving/use-autosave.ts";

type Options = { loaded: Present; email: string; onReady: (basis: Basis) => void; onDiscarded: () => void };

/** `kept` is read and written between renders too, because saving goes on by itself. */
export function useDeskForm({ loaded, email, onReady, onDiscarded }: Options) {
  const [start] = useState(() => startOf(loaded, email));
  const kept = useRef<Kept>({ basis: start.basis, conflicts: start.conflicts });
  const [{ basis, conflicts }, setShown] = useState(kept.current);
  const form = useSchemaForm(deskInputSchema, { defaultValues: start.input });
  const keep = (next: Partial<Kept>) => {
    kept.current = { ...kept.current, ...next };
    setShown(kept.current);
  };

  const take = (present: Present) => {
    if (!isNewer(present, kept.current.basis) && !kept.current.basis.sent) return;
    const rebased = rebaseOn(form.getValues(), kept.current.basis, present, kept.current.conflicts);
    keep({ basis: basisOf(present), conflicts: rebased.conflicts });
    applyInput(form, rebased.input);
  };
  const autosave = useAutosave({ form, kept, keep, take });
  const ready = useSubmit({
    form,
    prefix: "site",
    mutation: { mutationFn: () => autosave.flush({ isSeen: true }), meta: { fallback: "Failed to save the draft" } },
    toVariables: () => undefined,
    onDone: () => onReady(kept.current.basis),
    onRefused: (error) => {
      const present = presentOf(error);
      if (present) take(present);
    },
    isShownElsewhere: (error) => presentOf(error) !== undefined,
    nameOf: fieldOf,
  });
  const discarding = useSubmit({
    form,
    prefix: "site",
    mutation: replaceDraft,
    toVariables: () => changeOf(kept.current.basis.published.facts, kept.current.basis),
    onDone: ({ draft }) => {
      keep({ basis: { ...basisOf({ published: kept.current.basis.published, draft }) }, conflicts: [] });
      applyInput(form, toInput(draft.facts));
      onDiscarded();
    },
    onRefused: (error) => {
      const present = presentOf(error);
      if (present) take(present);
    },
    nameOf: fieldOf,
  });
  // Fields of a section that is not shown can be invalid too.
  for (const [path] of leavesOf(form.getValues())) ready.wiringOf(path as "company.name");
  for (const name of LISTS) ready.wiringOf(name);
  useUnsaved(unsavedKey(email), form, { basis, isChanged: (input) => hasUnsaved(input, kept.current) });

  return {
    form,
    ready,
    autosave,
    basis,
    conflicts,
    take,
    discarding,
    choose: ({ path, theirs }: Conflict, isTheirs: boolean) => {
      keep({ conflicts: kept.current.conflicts.filter((conflict) => conflict.path !== path) });
      if (isTheirs) applyInput(form, withPart(form.getValues(), path, theirs) as DeskInput);
      autosave.soon();
    },
    discard: () => {
      if (kept.current.basis.version > 0)
        return discarding.send(changeOf(kept.current.basis.published.facts, kept.current.basis));
      applyInput(form, toInput(kept.current.basis.published.facts));
      keep({ conflicts: [] });
    },
    setPublished: (number: number, facts: Facts) => {
      const present = { published: { number, facts }, draft: null };
      const { merged } = { merged: rebaseOn(form.getValues(), kept.current.basis, present, kept.current.conflicts) };
      adoptFacts(facts);
      keep({ basis: basisOf(present), conflicts: merged.conflicts });
    },
  };
}

export function hasDraft({ published, facts }: Basis): boolean {
  return changesBetween(published.facts, facts).length > 0;
}

function hasUnsaved(input: DeskInput, { basis, conflicts }: Kept): boolean {
  const { changes, mistakes } = typedSince(basis, input, conflicts);
  return changes.length + mistakes.length + conflicts.length > 0 || basis.sent !== undefined;
}

const unsavedKey = (email: string) => `site-unsaved ${email}`;

function startOf(loaded: Present, email: string): Kept & { input: DeskInput } {
  const basis = basisOf(loaded);
  const stored = storedUnsaved<DeskInput, Basis>(unsavedKey(email));
  if (!stored) return { basis, input: toInput(basis.facts), conflicts: [] };
  return { basis, ...rebaseOn(stored.input, stored.basis, loaded) };
}
