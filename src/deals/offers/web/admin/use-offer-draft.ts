import { useState } from "react";
import type { FieldPath } from "react-hook-form";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { AdminOffer } from "#deals/offers/admin.ts";
import { findProblems } from "#deals/offers/sending.ts";
import { wallClock } from "#platform/dates.ts";
import { conflictIn } from "#platform/web/conflict.ts";
import { unsavedInput, useUnsaved } from "#platform/web/forms/unsaved.ts";
import { placeOf, useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { saveOffer } from "../queries.ts";
import { formPathOf, isSameOffer, type OfferInput, offerInputSchema, toInput } from "./offer-input.ts";

/** `prepare` also saves the draft. It then shows missing fields, or calls `onReady` if the offer can be sent. */
export function useOfferDraft(loaded: AdminOffer, onReady: (offer: AdminOffer) => void) {
  const { timeZone } = useFacts();
  const unsavedKey = `offer-unsaved-${loaded._id}`;
  const form = useSchemaForm(offerInputSchema, {
    defaultValues: unsavedInput<OfferInput>(unsavedKey, loaded.version) ?? toInput(loaded),
  });
  const input = form.watch();
  const [saved, setSaved] = useState(loaded);
  const differs = (offer: OfferInput) => !isSameOffer(offer, toInput(saved));
  useUnsaved(unsavedKey, form, { basis: saved.version, isChanged: differs });
  const adopt = (offer: AdminOffer) => {
    setSaved(offer);
    // A reset would clear the errors that follow.
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
  return { form, input, isChanged: differs(input), save, prepare };
}
