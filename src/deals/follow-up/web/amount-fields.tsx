import type { FieldPath, FieldValues } from "react-hook-form";
import * as z from "zod/mini";
import { type AdminLead, AMOUNT_LABELS, type AmountsChange } from "#deals/follow-up/admin.ts";
import { isDay } from "#platform/dates.ts";
import { formatCents, parseCents } from "#platform/money.ts";
import { Field } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import type { SchemaForm } from "#platform/web/forms/use-submit.ts";

const dollarsSchema = z.optional(
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => text.trim() === "" || parseCents(text) !== undefined,
          "Please enter an amount, such as 185,000",
        ),
      ),
    z.transform((text) => parseCents(text) ?? null),
  ),
);

const daySchema = z.optional(
  z.pipe(
    z.string().check(z.refine((day) => day === "" || isDay(day), "Please choose a day")),
    z.transform((day) => day || null),
  ),
);

/** Empty fields clear, missing ones leave as it is. */
export const amountFieldsShape = {
  contractCents: dollarsSchema,
  contractDay: daySchema,
  closingCents: dollarsSchema,
  closingDay: daySchema,
};

export type AmountInput = z.input<z.ZodMiniObject<typeof amountFieldsShape>>;

export const AMOUNT_IDS = {
  contractCents: "lead-contract",
  contractDay: "lead-contract-day",
  closingCents: "lead-closing",
  closingDay: "lead-closing-day",
} as const satisfies Record<keyof AmountInput, string>;

/** As people type it. */
export function amountInput(lead: AdminLead): Required<AmountInput> {
  const typed = (cents: number | undefined) => (cents === undefined ? "" : formatCents(cents));
  return {
    contractCents: typed(lead.contractCents),
    contractDay: lead.contractDay ?? "",
    closingCents: typed(lead.closingCents),
    closingDay: lead.closingDay ?? "",
  };
}

type Props<Input extends FieldValues & AmountInput, Output> = {
  form: SchemaForm<Input, Output>;
  errorOf: (name: FieldPath<Input>) => string | undefined;
  of: "contract" | "closing";
};

/** The amount and its day; both may be left empty. */
export function AmountFields<Input extends FieldValues & AmountInput, Output>({
  form,
  errorOf,
  of,
}: Props<Input, Output>) {
  const [amount, day] = of === "contract" ? CONTRACT : CLOSING;
  const name = (field: keyof AmountsChange) => field as FieldPath<Input>;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        id={AMOUNT_IDS[amount]}
        label={AMOUNT_LABELS[amount]}
        hint={of === "contract" ? "What we pay for the house." : "From selling or assigning it."}
        optional
        error={errorOf(name(amount))}
      >
        {(wiring) => (
          <Input
            {...wiring}
            {...form.register(name(amount), { shouldUnregister: true })}
            inputMode="decimal"
            autoComplete="off"
            placeholder="$185,000"
          />
        )}
      </Field>
      <Field
        id={AMOUNT_IDS[day]}
        label={AMOUNT_LABELS[day]}
        hint="The day on the papers."
        optional
        error={errorOf(name(day))}
      >
        {(wiring) => <Input {...wiring} {...form.register(name(day), { shouldUnregister: true })} type="date" />}
      </Field>
    </div>
  );
}

const CONTRACT = ["contractCents", "contractDay"] as const;
const CLOSING = ["closingCents", "closingDay"] as const;
