import { useEffect, useState } from "react";
import type { FieldPath } from "react-hook-form";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { AdminOffer } from "#deals/offers/admin.ts";
import { findProblems } from "#deals/offers/sending.ts";
import { wallClock } from "#platform/dates.ts";
import { conflictIn } from "#platform/web/conflict.ts";
import { placeOf, useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { forget, recall, remember } from "#platform/web/tab-storage.ts";
import { saveOffer } from "../queries.ts";
import { formPathOf, type OfferInput, offerInputSchema, toContent, toInput } from "./offer-input.ts";

/** The form of a draft. `prepare` saves it too, and then says what is missing, or that it can be sent. */
export function useOfferDraft(loaded: AdminOffer, onReady: (offer: AdminOffer) => void) {
  const { timeZone } = useFacts();
  const form = useSchemaForm(offerInputSchema, { defaultValues: storedUnsaved(loaded) ?? toInput(loaded) });
  const input = form.watch();
  const { isChanged, setSaved } = useUnsaved(loaded, input);
  const adopt = (offer: AdminOffer) => {
    setSaved(offer);
    // Not a reset, which would forget the errors that follow.
    form.setValue("version", offer.version);
  };
  const submission = {
    form,
    prefix: "offer",
    mutation: saveOffer(loaded._id),
    toVariables: (change: Parameters<NonNullable<ReturnType<typeof saveOffer>["mutationFn"]>>[0]) => change,
    conflictOf: (error: Error | null) => conflictIn<AdminOffer>(error, "offer"),
    nameOf: formPathOf,
  };
  const save = useSubmit({ ...submission, onDone: ({ offer }) => adopt(offer) });
  const prepare = useSubmit({
    ...submission,
    onDone: ({ offer }) => {
      adopt(offer);
      const { day } = wallClock(new Date(), timeZone);
      const problems = Object.entries(findProblems(offer.content, offer.figures, day));
      for (const [path, message] of problems)
        form.setError(placeOf(formPathOf(path), form.getValues()) as FieldPath<OfferInput>, {
          type: "sending",
          message,
        });
      if (problems.length === 0) onReady(offer);
    },
  });
  return { form, input, isChanged, save, prepare };
}

/** Unsaved input stays in this tab, so that a look at another page loses nothing. */
function useUnsaved(loaded: AdminOffer, input: OfferInput) {
  const [saved, setSaved] = useState(loaded);
  const isChanged = wordsOf(input) !== wordsOf(toInput(saved));
  useEffect(() => {
    if (isChanged) remember(unsavedKey(saved), { version: saved.version, input });
    else forget(unsavedKey(saved));
  }, [isChanged, saved, input]);
  return { isChanged, setSaved };
}

/** "$1,250" is the same as "1250". */
function wordsOf(input: OfferInput): string {
  return JSON.stringify(toContent(input, Number.NaN));
}

/** Undefined if the draft was saved since, here or elsewhere. */
function storedUnsaved(offer: AdminOffer): OfferInput | undefined {
  const kept = Object(recall(unsavedKey(offer)));
  return kept.version === offer.version ? kept.input : undefined;
}

function unsavedKey({ _id }: AdminOffer): string {
  return `offer-unsaved-${_id}`;
}
