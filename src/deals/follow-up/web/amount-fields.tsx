import * as z from "zod/mini";
import { type AdminLead, AMOUNT_LABELS } from "#deals/follow-up/admin.ts";
import { isDay } from "#platform/dates.ts";
import { formatCents, parseCents } from "#platform/money.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import type { FieldBinding } from "#platform/web/forms/use-fields.ts";

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

type Props = {
  field: (name: keyof AmountInput, options: { shouldUnregister: true }) => FieldBinding;
  of: "contract" | "closing";
};

/** The amount and its day; both may be left empty. */
export function AmountFields({ field, of }: Props) {
  const [amount, day] = of === "contract" ? CONTRACT : CLOSING;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...field(amount, { shouldUnregister: true })}
        label={AMOUNT_LABELS[amount]}
        hint={of === "contract" ? "What we pay for the house." : "From selling or assigning it."}
        optional
        inputMode="decimal"
        autoComplete="off"
        placeholder="$185,000"
      />
      <TextField
        {...field(day, { shouldUnregister: true })}
        label={AMOUNT_LABELS[day]}
        hint="The day on the papers."
        optional
        type="date"
      />
    </div>
  );
}

const CONTRACT = ["contractCents", "contractDay"] as const;
const CLOSING = ["closingCents", "closingDay"] as const;
