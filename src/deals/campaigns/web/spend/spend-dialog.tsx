import { useRef } from "react";
import * as z from "zod/mini";
import {
  campaignSchema,
  campaignText,
  monthText,
  type PresentAmount,
  type SpendRow,
  sourceSchema,
} from "#deals/campaigns/spend.ts";
import { formatCents, parseCents } from "#platform/money.ts";
import { conflictIn } from "#platform/web/conflict.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { changeSpend } from "../queries.ts";

const AMOUNT_RULE = "Please enter an amount such as 1,250 or 1,250.50";

const formSchema = z.object({
  source: sourceSchema,
  campaign: campaignSchema,
  amounts: z.record(
    z.string(),
    z.string().check(z.refine((text) => text.trim() === "" || parseCents(text) !== undefined, AMOUNT_RULE)),
  ),
});

const NAMES = [
  { name: "source", label: "Source", hint: "As in its links: postcard, radio, Google Ads.", optional: false },
  { name: "campaign", label: "Campaign", hint: "As in its links: elm-street-spring.", optional: true },
] as const;

type Props = { months: readonly string[]; row?: SpendRow; onClose: () => void };

/** Edits the amounts of one campaign. An empty field means no amount. */
export function SpendDialog({ months, row, onClose }: Props) {
  // A refusal returns the current versions; saving again then replaces those amounts.
  const known = useRef(new Map(row?.amounts.map((amount) => [amount.month, amount])));
  const amounts = typedAmounts(months, row);
  const form = useSchemaForm(formSchema, {
    defaultValues: { source: row?.source ?? "", campaign: row?.campaign ?? "", amounts },
  });
  const submission = useSubmit({
    form,
    prefix: "spend",
    mutation: changeSpend,
    toVariables: ({ source, campaign, amounts: typed }) => ({
      entries: months
        .filter((month) => typed[month] !== amounts[month])
        .map((month) => ({
          source,
          campaign,
          month,
          cents: parseCents(typed[month] ?? "") ?? null,
          version: known.current.get(month)?.version ?? 0,
        })),
    }),
    nameOf: (path) => path.replace(/^entries\.0\./, ""),
    onRefused: (error) => {
      for (const amount of presentIn(error)) known.current.set(amount.month, { ...amount, cents: amount.cents ?? 0 });
    },
    isShownElsewhere: (error) => presentIn(error).length > 0,
    onDone: onClose,
  });
  const present = presentIn(submission.error);
  return (
    <FormDialog
      title={row ? "Edit Spend" : "Add Spend"}
      submit={{ label: "Save", busyLabel: "Saving..." }}
      submission={submission}
      of={row && <strong className="wrap-anywhere">{campaignText(row)}</strong>}
      conflict={
        present.length > 0 && (
          <p>
            {present
              .map(
                ({ month, cents }) => `${monthText(month)} ${cents === null ? "is empty" : `is ${formatCents(cents)}`}`,
              )
              .join(", ")}
            {" now."}
          </p>
        )
      }
      onClose={onClose}
    >
      {!row &&
        NAMES.map(({ name, label, hint, optional }) => (
          <TextField
            key={name}
            {...submission.field(name)}
            label={label}
            hint={hint}
            optional={optional}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus={name === "source" ? "" : undefined}
          />
        ))}
      <p className="text-muted">In dollars, such as 1,250 or 1,250.50. Leave a month empty if nothing was spent.</p>
      <div className="grid gap-4 phone:grid-cols-2">
        {months.map((month) => (
          <TextField
            key={month}
            {...submission.field(`amounts.${month}`)}
            label={monthText(month)}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus={row && month === months.at(-1) ? "" : undefined}
          />
        ))}
      </div>
    </FormDialog>
  );
}

function typedAmounts(months: readonly string[], row: SpendRow | undefined): Record<string, string> {
  return Object.fromEntries(
    months.map((month) => {
      const amount = row?.amounts.find((shown) => shown.month === month);
      return [month, amount ? formatCents(amount.cents).slice(1) : ""];
    }),
  );
}

function presentIn(error: Error | null): readonly PresentAmount[] {
  return conflictIn<PresentAmount[]>(error, "amounts") ?? [];
}
