import type { ReactNode } from "react";
import type { FieldPath } from "react-hook-form";
import { OFFER_LIMITS } from "#deals/offers/offer.ts";
import { FieldError } from "#platform/web/forms/field.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import type { FieldBinding } from "#platform/web/forms/use-fields.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import type { OfferForm, OfferInput } from "./offer-input.ts";

export type FieldsProps = {
  form: OfferForm;
  field: (path: FieldPath<OfferInput>) => FieldBinding;
  wiringOf: (path: FieldPath<OfferInput>) => Pick<FieldBinding, "id" | "error">;
};

type ByHandPath = "sum" | "later.sum" | Extract<FieldPath<OfferInput>, `${string}byHand`>;

/** Overrides a computed amount. It is collapsed while nothing is changed. */
export function ByHandFields({ path, of, form, field, wiringOf }: FieldsProps & { path: ByHandPath; of: string }) {
  const [cents, reason] = [`${path}.cents`, `${path}.reason`] as [FieldPath<OfferInput>, FieldPath<OfferInput>];
  const isChanged = Boolean(form.getValues(cents) || form.getValues(reason));
  return (
    <details open={isChanged || Boolean(wiringOf(cents).error ?? wiringOf(reason).error) || undefined}>
      <summary className="link min-h-11 content-center">Change {of} by hand</summary>
      <div className="grid gap-4 pt-2 sm:grid-cols-[--spacing(40)_minmax(0,1fr)]">
        <TextField {...field(cents)} label="Amount" hint="Empty: as computed" inputMode="decimal" />
        <TextField {...field(reason)} label="Reason" hint="The seller reads it" maxLength={OFFER_LIMITS.reason} />
      </div>
    </details>
  );
}

type LinesProps = {
  id: string;
  /** "repair" */
  noun: string;
  ids: readonly string[];
  max: number;
  error: string | undefined;
  onAdd: () => void;
  onRemove: (index: number) => void;
  children: (index: number) => ReactNode;
};

export function Lines({ id: addId, noun, ids, max, error, onAdd, onRemove, children }: LinesProps) {
  return (
    <>
      {ids.length > 0 && (
        <ul className="mb-4 grid gap-4">
          {ids.map((id, index) => (
            <li
              key={id}
              className="grid grid-cols-[minmax(0,1fr)_--spacing(11)] items-start gap-2 rounded-card border border-line p-4"
            >
              <div className="grid min-w-0 gap-4">{children(index)}</div>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Remove ${noun} ${index + 1}`}
                onClick={() => {
                  // The button disappears with its line, so the focus moves to the button that adds one.
                  document.getElementById(addId)?.focus();
                  onRemove(index);
                }}
              >
                <Icon name="icon-trash-2" className="size-5" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="grid justify-items-start gap-2">
        <Button
          id={addId}
          variant="outline"
          size="compact"
          // A disabled button would lose the focus.
          aria-disabled={ids.length >= max || undefined}
          onClick={() => ids.length < max && onAdd()}
        >
          <Icon name="icon-plus" />
          Add a {noun}
        </Button>
        {ids.length >= max && <p className="field-hint">{`At most ${max}, so that it stays one page.`}</p>}
        <FieldError id={`${addId}-error`}>{error}</FieldError>
      </div>
    </>
  );
}

/** Each field takes half of the width if there is room. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>;
}
