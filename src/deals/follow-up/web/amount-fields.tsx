import * as z from "zod/mini";
import { type AdminLead, AMOUNT_LABELS } from "#deals/follow-up/admin.ts";
import { isDay } from "#platform/dates.ts";
import { formatCents, parseCents } from "#platform/money.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import type { FieldBinding } from "#platform/web/forms/use-fields.ts";

const AMOUNT_RULE = "Please enter an amount, such as 185,000";

export const dollarsSchema = z.codec(
  z.string().check(z.refine((text) => text.trim() === "" || parseCents(text) !== undefined, AMOUNT_RULE)),
  z.nullable(z.number()),
  { decode: (text) => parseCents(text) ?? null, encode: (cents) => (cents === null ? "" : formatCents(cents)) },
);

const daySchema = z.codec(
  z.string().check(z.refine((day) => day === "" || isDay(day), "Please choose a day")),
  z.nullable(z.string()),
  { decode: (day) => day || null, encode: (day) => day ?? "" },
);

/** Empty fields clear values; missing fields leave them unchanged. */
export const amountFieldsShape = {
  contractCents: z.optional(dollarsSchema),
  contractDay: z.optional(daySchema),
  closingCents: z.optional(dollarsSchema),
  closingDay: z.optional(daySchema),
};

export type AmountInput = z.input<z.ZodMiniObject<typeof amountFieldsShape>>;

export function amountInput({
  contractCents,
  contractDay,
  closingCents,
  closingDay,
}: AdminLead): Required<AmountInput> {
  return {
    contractCents: z.encode(dollarsSchema, contractCents ?? null),
    contractDay: z.encode(daySchema, contractDay ?? null),
    closingCents: z.encode(dollarsSchema, closingCents ?? null),
    closingDay: z.encode(daySchema, closingDay ?? null),
  };
}

type Props = {
  field: (name: keyof AmountInput, options: { shouldUnregister: true }) => FieldBinding;
  of: "contract" | "closing";
};

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
