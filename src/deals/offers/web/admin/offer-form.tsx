import "./offer-form.css";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { FieldPath } from "react-hook-form";
import type { AdminOffer, OfferDetails } from "#deals/offers/admin.ts";
import { computeFigures, type OfferFigures, total } from "#deals/offers/arithmetic.ts";
import { ALTERNATIVES, OFFER_LIMITS, PARTS, type Part } from "#deals/offers/offer.ts";
import { formatCents } from "#platform/money.ts";
import { ConflictNote } from "#platform/web/dialogs/conflict-note.tsx";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { OfferSheet } from "../sheet/offer-sheet.tsx";
import { signedText } from "../sheet/words.ts";
import { LaterFields, ListFields } from "./alternatives-fields.tsx";
import { ClosingDaysFields, CostsFields, TermsFields } from "./costs-fields.tsx";
import type { FieldsProps } from "./fields.tsx";
import { LiveSums } from "./live-sums.tsx";
import { contentWhileTyping, type OfferInput } from "./offer-input.ts";
import { SendDialog } from "./send-dialog.tsx";
import { useOfferDraft } from "./use-offer-draft.ts";
import { RepairsFields, ValueFields } from "./value-fields.tsx";

export function OfferForm({ loaded: { offer, recipient } }: { loaded: OfferDetails }) {
  const [isPreview, setPreview] = useState(false);
  const [toSend, setToSend] = useState<AdminOffer>();
  const draft = useOfferDraft(offer, setToSend);
  const { form, input, isChanged, save, prepare } = draft;
  const field = (path: FieldPath<OfferInput>) => ({ ...save.field(path), autoComplete: "off" });
  const content = contentWhileTyping(input);
  const figures = computeFigures(content);
  return (
    <>
      <form noValidate aria-label="Offer" hidden={isPreview} onSubmit={save.onSubmit}>
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_--spacing(80)]">
          <div className="grid min-w-0 gap-6">
            <Refusals of={draft} />
            <Parts form={form} field={field} wiringOf={save.wiringOf} figures={figures} />
          </div>
          <div className="lg:sticky lg:top-4">
            <LiveSums figures={figures} recipient={recipient} />
          </div>
        </div>
        {/* Enter in a field needs a submit button to save. */}
        <button type="submit" hidden />
      </form>
      {isPreview && (
        <div className="card">
          <OfferSheet offer={{ content, figures }} />
        </div>
      )}
      <div className="offer-save sticky bottom-0 z-1 mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-6 py-3 print:hidden">
        <p className="flex flex-wrap gap-x-4">
          <strong className="tabular-nums">{formatCents(figures.cash.cents)}</strong>
          <span role="status">{isChanged ? "Not saved yet." : "Everything is saved."}</span>
        </p>
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" size="compact" onClick={() => setPreview(!isPreview)}>
            {isPreview ? "Back to Editing" : "Preview"}
          </Button>
          <Button
            variant="outline"
            size="compact"
            busyLabel={save.isBusy && "Saving..."}
            onClick={(event) => {
              setPreview(false);
              void save.onSubmit(event);
            }}
          >
            Save Draft
          </Button>
          <Button
            size="compact"
            busyLabel={prepare.isBusy && "Checking..."}
            onClick={(event) => {
              setPreview(false);
              void prepare.onSubmit(event);
            }}
          >
            Send Offer
          </Button>
        </div>
      </div>
      {toSend && <SendDialog offer={toSend} recipient={recipient} onClose={() => setToSend(undefined)} />}
    </>
  );
}

function Refusals({ of: { save, prepare } }: { of: ReturnType<typeof useOfferDraft> }) {
  const conflict = save.conflict ?? prepare.conflict;
  return (
    <>
      <ErrorSummary attempt={save.attempt} errors={save.mistakes} />
      {conflict && (
        <ConflictNote>
          <p>As they saved it, it comes to {formatCents(conflict.figures.cash.cents)}.</p>
        </ConflictNote>
      )}
      {save.refusal && <FormRefusal key={`save ${save.submittedAt}`}>{save.refusal}</FormRefusal>}
      {prepare.refusal && <FormRefusal key={`send ${prepare.submittedAt}`}>{prepare.refusal}</FormRefusal>}
    </>
  );
}

function Parts({ figures, ...props }: FieldsProps & { figures: OfferFigures }) {
  const { form, field } = props;
  const { cash, later, list } = figures;
  const { errors } = form.formState;
  const sumOf = (...parts: Part[]) => total(cash.figures.filter(({ part }) => parts.includes(part)));
  return (
    <>
      <Open title="The house" text="What it is worth once it is repaired, and from where you know.">
        <ValueFields {...props} />
      </Open>
      <Open title={PARTS.repairs} text="Line by line, as the seller reads them.">
        <RepairsFields {...props} />
      </Open>
      <Open title="To the seller" text="Stands above the arithmetic.">
        <div className="grid gap-5">
          <TextField {...field("validUntil")} label="Valid until" type="date" />
          <ClosingDaysFields path="closingDays" {...props} />
          <LongTextField {...field("note")} label="A few words" optional rows={3} maxLength={OFFER_LIMITS.note} />
        </div>
      </Open>
      <Folded title={PARTS.buying} cents={sumOf("buying")} isWrong={errors.buying !== undefined}>
        <CostsFields name="buying" {...props} />
      </Folded>
      <Folded title={PARTS.selling} cents={sumOf("selling")} isWrong={errors.selling !== undefined}>
        <CostsFields name="selling" {...props} />
      </Folded>
      <Folded
        title="Time and margin"
        cents={sumOf("holding", "margin", "hand")}
        isWrong={(errors.holding ?? errors.margin ?? errors.sum) !== undefined}
      >
        <TermsFields prefix="" {...props} />
      </Folded>
      <Folded title={ALTERNATIVES.later} cents={later?.cents} isWrong={errors.later !== undefined}>
        <LaterFields {...props} />
      </Folded>
      <Folded title={ALTERNATIVES.list} cents={list?.cents} isWrong={errors.list !== undefined}>
        <ListFields {...props} />
      </Folded>
    </>
  );
}

function Open({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <fieldset className="card min-w-0 *:clear-both">
      <legend className="float-left mb-1 w-full font-display text-h3">{title}</legend>
      <p className="mb-4 text-muted">{text}</p>
      {children}
    </fieldset>
  );
}

type FoldedProps = { title: string; cents: number | undefined; isWrong: boolean; children: ReactNode };

/** Most offers take this from the one before, so that its sum says enough. */
function Folded({ title, cents, isWrong, children }: FoldedProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  // Only opens: a mistake that goes away while it is mended must not fold the field away from the hand.
  useLayoutEffect(() => {
    if (isWrong && fold.current) fold.current.open = true;
  }, [isWrong]);
  return (
    <details ref={fold} className="card group min-w-0">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4">
        <span className="font-display text-h3">{title}</span>
        <span className="flex items-center gap-3 tabular-nums text-muted">
          {cents === undefined ? "Not offered" : signedText(cents)}
          <Icon name="icon-chevron-down" className="size-5 group-open:rotate-180" />
        </span>
      </summary>
      <fieldset aria-label={title} className="mt-4">
        {children}
      </fieldset>
    </details>
  );
}
