import "./offer-form.css";
import { type ReactNode, useState } from "react";
import type { FieldPath } from "react-hook-form";
import type { AdminOffer, OfferDetails } from "#deals/offers/admin.ts";
import { computeFigures } from "#deals/offers/arithmetic.ts";
import { OFFER_LIMITS, PARTS } from "#deals/offers/offer.ts";
import { formatCents } from "#platform/money.ts";
import { ConflictNote } from "#platform/web/dialogs/conflict-note.tsx";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { OfferSheet } from "../sheet/offer-sheet.tsx";
import { LaterFields, ListFields } from "./alternatives-fields.tsx";
import { CostsFields, TermsFields } from "./costs-fields.tsx";
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
            <Parts form={form} field={field} wiringOf={save.wiringOf} />
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

function Parts(props: FieldsProps) {
  const { field } = props;
  return (
    <>
      <Part title="The house" text="What it is worth once it is repaired, and from where you know.">
        <ValueFields {...props} />
      </Part>
      <Part title={PARTS.repairs} text="Line by line, as the seller reads them.">
        <RepairsFields {...props} />
      </Part>
      <Part title={PARTS.buying} text="Such as 1.5% or $2,100.">
        <CostsFields name="buying" {...props} />
      </Part>
      <Part title={PARTS.selling} text="When the house is sold again.">
        <CostsFields name="selling" {...props} />
      </Part>
      <Part title="Cash now" text="Time, margin and closing days.">
        <TermsFields prefix="" {...props} />
      </Part>
      <Part title="More, with a later date" text="The same house, with other time, margin and days.">
        <LaterFields {...props} />
      </Part>
      <Part title="List it with an agent instead" text="What the seller would keep. Be as honest as with our own.">
        <ListFields {...props} />
      </Part>
      <Part title="To the seller" text="Stands above the arithmetic.">
        <div className="grid gap-5">
          <TextField {...field("validUntil")} label="Valid until" type="date" />
          <LongTextField {...field("note")} label="A few words" optional rows={3} maxLength={OFFER_LIMITS.note} />
        </div>
      </Part>
    </>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <fieldset className="card min-w-0 *:clear-both">
      <legend className="float-left mb-1 w-full font-display text-h3">{title}</legend>
      <p className="mb-4 text-muted">{text}</p>
      {children}
    </fieldset>
  );
}
