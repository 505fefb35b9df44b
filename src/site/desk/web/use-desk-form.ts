import { useRef, useState } from "react";
import { adoptFacts } from "#company/facts/facts.ts";
import type { Facts } from "#company/facts/schema.ts";
import { storedUnsaved, useUnsaved } from "#platform/web/forms/unsaved.ts";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { type Conflict, isDeepEqual, mergeInput } from "#company/facts/draft/merge.ts";
import { type Basis, basisOf, changeOf, isUnchanged, type Present, presentOf, rebaseOn } from "./basis.ts";
import { type DeskInput, deskInputSchema, fieldOf, LISTS, toInput } from "./desk-input.ts";
import { saveDraft } from "./queries.ts";

export type Intent = "save" | "preview" | "publish" | "discard";

type Options = { loaded: Present; email: string; onSaved: (intent: Intent, basis: Basis) => void };

export function useDeskForm({ loaded, email, onSaved }: Options) {
  const [start] = useState(() => startOf(loaded, email));
  const [basis, setBasis] = useState(start.basis);
  const [conflicts, setConflicts] = useState<Conflict[]>(start.conflicts);
  const [isMerged, setMerged] = useState(start.isMerged);
  const intent = useRef<Intent>("save");
  const sent = useRef<DeskInput>(start.input);
  const form = useSchemaForm(deskInputSchema, { defaultValues: start.input });

  const rebase = (present: Present) => {
    const rebased = rebaseOn(form.getValues(), basis, present);
    applyInput(form, rebased.input);
    setBasis(basisOf(present));
    setConflicts(rebased.conflicts);
    setMerged(true);
  };
  const save = useSubmit({
    form,
    prefix: "site",
    mutation: saveDraft,
    toVariables: (facts) => changeOf(facts, basis),
    onDone: ({ draft }) => {
      // Input that was typed since the draft was sent stays.
      const base = intent.current === "discard" ? form.getValues() : sent.current;
      applyInput(form, mergeInput(base, toInput(draft.facts), form.getValues()).merged);
      const next = { ...basis, version: draft.version, facts: draft.facts, isOutdated: false };
      setBasis(next);
      setConflicts([]);
      setMerged(false);
      onSaved(intent.current, next);
    },
    onRefused: (error) => {
      const present = presentOf(error);
      if (present) rebase(present);
    },
    isShownElsewhere: (error) => presentOf(error) !== undefined,
    nameOf: fieldOf,
  });
  // Fields of a section that is not shown can be invalid too.
  for (const [path] of leavesOf(form.getValues())) save.wiringOf(path as "company.name");
  for (const name of LISTS) save.wiringOf(name);
  useUnsaved(unsavedKey(email), form, { basis, isChanged: (input) => !isUnchanged(input, basis) });

  return {
    form,
    save,
    basis,
    conflicts,
    isMerged,
    rebase,
    isUnsaved: () => !isUnchanged(form.getValues(), basis),
    saveFor: (next: Intent, event: Parameters<typeof save.onSubmit>[0]) => {
      intent.current = next;
      sent.current = structuredClone(form.getValues());
      return save.onSubmit(event);
    },
    discard: () => {
      intent.current = "discard";
      const { published, version } = basis;
      if (version > 0) return save.send(changeOf(published.facts, basis));
      applyInput(form, toInput(published.facts));
      setConflicts([]);
      setMerged(false);
    },
    setPublished: (number: number, facts: Facts) => {
      adoptFacts(facts);
      setBasis({ published: { number, facts }, version: 0, facts, isOutdated: false });
      setConflicts([]);
    },
  };
}

const unsavedKey = (email: string) => `site-unsaved ${email}`;

function startOf(loaded: Present, email: string) {
  const basis = basisOf(loaded);
  const kept = storedUnsaved<DeskInput, Basis>(unsavedKey(email));
  if (!kept) return { basis, input: toInput(basis.facts), conflicts: [], isMerged: false };
  const isSame = kept.basis.version === basis.version && kept.basis.published.number === basis.published.number;
  if (isSame) return { basis, input: kept.input, conflicts: [], isMerged: false };
  return { basis, ...rebaseOn(kept.input, kept.basis, loaded), isMerged: true };
}

/** Fields are set one by one where possible: a reset form makes its lists anew, and the focus is lost. */
function applyInput(form: ReturnType<typeof useSchemaForm<DeskInput, Facts>>, input: DeskInput): void {
  const present = form.getValues();
  if (LISTS.some((name) => present[name].length !== input[name].length)) {
    form.reset(input, { keepSubmitCount: true });
    return;
  }
  for (const [path, value] of leavesOf(input)) {
    const before = form.getValues(path as "company.name") as unknown;
    if (!isDeepEqual(before, value)) form.setValue(path as "company.name", value as string);
  }
  form.clearErrors();
}

const CLOSED_DATES = "bookingRules.closedDates";

function leavesOf(value: unknown, path = ""): [path: string, value: unknown][] {
  if (typeof value !== "object" || value === null || "width" in value || path === CLOSED_DATES) return [[path, value]];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, path ? `${path}.${key}` : key));
}
