import { type RefObject, useEffect, useRef, useState } from "react";
import { type FieldPath, get } from "react-hook-form";
import type { FieldsAnswer } from "#company/facts/admin.ts";
import type { Facts } from "#company/facts/schema.ts";
import type { Mistake } from "#platform/merging/keep-valid.ts";
import { nameOf } from "#platform/merging/merge.ts";
import { ApiError, errorText } from "#platform/web/api.ts";
import { placeOf } from "#platform/web/forms/use-submit.ts";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { basisOf, isLost, type Kept, merge, overlaps, type Present, typedSince, withChanges } from "../basis.ts";
import { type DeskForm, type DeskInput, fieldOf } from "../desk-input.ts";
import { loadSite, saveFields } from "../queries.ts";
import { applyInput } from "./apply-input.ts";

export type SaveState = { is: "saved" | "unsaved" | "lost" } | { is: "refused"; why: string };

type Options = {
  form: DeskForm;
  kept: RefObject<Kept>;
  keep: (next: Partial<Kept>) => void;
  take: (present: Present) => void;
};
type Flush = {
  /** The person has seen what was published since the draft began. */
  isSeen?: boolean;
};

const PAUSE_MS = 1_000;
const BETWEEN_MS = 3_000;
const MAX_RETRY_MS = 30_000;
/** A browser keeps no larger bodies for pages that leave. */
const MAX_LEAVING_BYTES = 60_000;

/** Saves the fields that were changed: a moment after each change, at most every three seconds, and on leaving. */
export function useAutosave({ form, kept, keep, take }: Options) {
  const [state, setState] = useState<SaveState>({ is: "saved" });
  const [mistakes, setMistakes] = useState<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastBegan = useRef(Number.NEGATIVE_INFINITY);
  const retryMs = useRef(BETWEEN_MS);
  const running = useRef<Promise<unknown>>(Promise.resolve());

  const soon = useStableCallback((atLeastMs: number = PAUSE_MS) => {
    if (timer.current) return;
    const waitMs = Math.max(atLeastMs, lastBegan.current + BETWEEN_MS - performance.now());
    timer.current = setTimeout(() => void flush().catch(() => {}), waitMs);
  });

  const flush = useStableCallback((options: Flush = {}): Promise<void> => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const next = running.current.catch(() => {}).then(() => saveOnce(options));
    running.current = next;
    return next;
  });

  const saveOnce = async ({ isSeen }: Flush): Promise<void> => {
    lastBegan.current = performance.now();
    try {
      if (kept.current.basis.sent) take(await loadSite());
      const { basis, conflicts } = kept.current;
      const typed = typedSince(basis, form.getValues(), conflicts);
      setMistakes(showMistakes(form, typed.mistakes));
      const basedOn = isSeen && basis.isOutdated ? basis.published.number : undefined;
      if (typed.changes.length > 0 || basedOn !== undefined) {
        keep({ basis: { ...basis, sent: withChanges(basis.facts, typed.changes) } });
        receive(typed.changes, await saveFields({ changes: typed.changes, ...(basedOn && { basedOn }) }));
      }
      retryMs.current = BETWEEN_MS;
      setState({ is: "saved" });
    } catch (error) {
      fail(error);
      throw error;
    }
  };

  const receive = (changes: { path: string[] }[], { draft, conflicts, fields }: FieldsAnswer) => {
    const { basis } = kept.current;
    const { sent: _, ...known } = basis;
    if (!draft) {
      keep({ basis: known });
      return;
    }
    const wrong = Object.keys(fields).map((path) => namedPath(draft.facts, path));
    const stored = changes.filter(({ path }) =>
      [...conflicts.map((conflict) => conflict.path), ...wrong].every((other) => !overlaps(other, path)),
    );
    const merged = merge(form.getValues(), withChanges(basis.facts, stored), draft.facts, kept.current.conflicts);
    keep({ basis: basisOf({ published: basis.published, draft }), conflicts: merged.conflicts });
    applyInput(form, merged.input);
    for (const [path, message] of Object.entries(fields)) form.setError(placeIn(form, fieldOf(path)), { message });
    // A version that was published since has facts that this tab does not know.
    if (draft.basedOn > basis.published.number) void loadSite().then(take, () => {});
  };

  const fail = (error: unknown) => {
    if (isLost(error)) {
      setState({ is: "lost" });
      retryMs.current = Math.min(retryMs.current * 2, MAX_RETRY_MS);
      soon(retryMs.current);
      return;
    }
    const { sent: _, ...known } = kept.current.basis;
    keep({ basis: known });
    const isBusy = error instanceof ApiError && error.status === 429;
    if (isBusy) soon(MAX_RETRY_MS);
    setState({ is: "refused", why: errorText(error, "Failed to save the draft.") });
  };

  const leave = useStableCallback(() => {
    const { basis, conflicts } = kept.current;
    const facts = basis.sent ?? basis.facts;
    const { changes } = typedSince({ ...basis, facts }, form.getValues(), conflicts);
    if (changes.length === 0 || JSON.stringify(changes).length > MAX_LEAVING_BYTES) return;
    saveFields({ changes }, { outlivesPage: true }).catch(() => {});
  });

  useEffect(() => {
    const subscription = form.watch((_input, { name }) => {
      // What was wrong may be right now; the next save says so if not.
      if (name && form.getFieldState(name).error) form.clearErrors(name);
      setState((now) => (now.is === "saved" ? { is: "unsaved" } : now));
      soon();
    });
    const retry = () => void flush().catch(() => {});
    const onHidden = () => document.hidden && retry();
    // What came from the tab's memory waits too.
    soon();
    addEventListener("pagehide", leave);
    addEventListener("online", retry);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      subscription.unsubscribe();
      removeEventListener("pagehide", leave);
      removeEventListener("online", retry);
      document.removeEventListener("visibilitychange", onHidden);
      retry();
      clearTimeout(timer.current);
    };
  }, [form, soon, flush, leave]);

  return { state, mistakes, soon, flush };
}

/** The mistake of the field in which the person types is shown when they leave it. Returns the names of all fields with one. */
function showMistakes(form: DeskForm, mistakes: readonly Mistake[]): string[] {
  const found = new Map(mistakes.toReversed().map(({ path, message }) => [fieldOf(path.join(".")), message]));
  const { errors } = form.formState;
  for (const name of namesIn(errors)) if (!found.has(name)) form.clearErrors(name as FieldPath<DeskInput>);
  for (const [name, message] of found) {
    const place = placeIn(form, name);
    const isTyping = document.activeElement?.id === `site-${name.replaceAll(".", "-")}`;
    if (!isTyping && (get(errors, place) as { message?: string } | undefined)?.message !== message)
      form.setError(place, { message });
  }
  return [...found.keys()];
}

function placeIn(form: DeskForm, name: string): FieldPath<DeskInput> {
  return placeOf(name, form.getValues()) as FieldPath<DeskInput>;
}

function namesIn(errors: object, path = ""): string[] {
  return Object.entries(errors as Record<string, unknown>).flatMap(([key, error]) => {
    if (typeof error !== "object" || error === null || key === "ref") return [];
    const name = path ? `${path}.${key}` : key;
    if ("message" in error) return [key === "root" ? path : name];
    return namesIn(error, name);
  });
}

/** The server counts the items of lists. */
function namedPath(facts: Facts, field: string): string[] {
  let value: unknown = facts;
  return field
    .replace(/^facts\./, "")
    .split(".")
    .map((key) => {
      const isItem = Array.isArray(value);
      value = get(value, key);
      return isItem ? (nameOf(value) ?? key) : key;
    });
}
