import * as z from "zod/mini";
import { LEAD_FIELD_NAMES, LEAD_FIELDS, type LeadField } from "#inquiries/added-leads/added-lead.ts";
import { type LeadKey, type LeadKeyPage, leadKeyChangeSchema } from "#inquiries/added-leads/lead-key.ts";
import { formatCents } from "#platform/money.ts";
import { conflictIn } from "#platform/web/conflict.ts";
import { ConflictNote } from "#platform/web/dialogs/conflict-note.tsx";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { saveLeadKey, useAwaitSample } from "./queries.ts";

const OPTIONS = Object.entries(LEAD_FIELDS);
const MAX_ROWS = 100;
const MAX_EXAMPLE_LENGTH = 80;

type Sent = z.input<typeof leadKeyChangeSchema>;
type Typed = Omit<Sent, "origins" | "thanksUrl" | "aDay"> & {
  /** One in each line. */
  origins: string;
  thanksUrl: string;
  aDay: string;
};
type Row = Typed["fields"][number];

const formSchema: z.ZodMiniType<z.output<typeof leadKeyChangeSchema>, Typed> = z.pipe(
  z.transform(
    ({ origins, aDay, ...typed }: Typed): Sent => ({
      ...typed,
      origins: origins.split(/\s+/).filter(Boolean),
      aDay: Number(aDay),
    }),
  ),
  leadKeyChangeSchema,
);

export function SettingsSection({ id, page }: { id: string; page: LeadKeyPage }) {
  const { source, campaign, costCents, origins, thanksUrl, aDay, version } = page.key;
  const form = useSchemaForm(formSchema, {
    defaultValues: {
      source,
      campaign,
      cost: costCents === null ? "" : formatCents(costCents),
      fields: rowsOf(page),
      origins: origins.join("\n"),
      thanksUrl,
      aDay: String(aDay),
      version: version || undefined,
    },
  });
  const submission = useSubmit({
    form,
    prefix: "lead-key",
    mutation: saveLeadKey(id),
    toVariables: (settings) => ({ ...settings, cost: form.getValues("cost") }),
    conflictOf: (error) => conflictIn<LeadKey>(error, "key"),
  });
  const { onSubmit, field, isBusy, mistakes, attempt, refusal, submittedAt, conflict } = submission;
  return (
    <section className="card sm:p-8" aria-labelledby="lead-settings">
      <h2 id="lead-settings" className="text-h3">
        What its leads are
      </h2>
      <p className="mt-2 text-muted">
        The program may say source, campaign and cost itself. Otherwise these count, in the report under Marketing too.
      </p>
      <form method="post" noValidate className="mt-5 grid gap-5" onSubmit={onSubmit}>
        <ErrorSummary errors={mistakes} attempt={attempt} />
        {conflict && (
          <ConflictNote>
            <p>Someone else has changed these settings. Saving replaces theirs.</p>
          </ConflictNote>
        )}
        {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
        <div className="grid gap-5 sm:grid-cols-3">
          <TextField {...field("source")} label="Source" optional autoComplete="off" />
          <TextField {...field("campaign")} label="Campaign" optional autoComplete="off" />
          <TextField {...field("cost")} label="Cost of a lead" optional inputMode="decimal" autoComplete="off" />
        </div>
        {page.key.scope === "form" && <FormFields field={field} />}
        <FieldRows page={page} field={(index) => field(`fields.${index}.field`)} rows={form.getValues("fields")} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busyLabel={isBusy && "Saving..."}>
            Save Settings
          </Button>
          <SampleButton id={id} page={page} />
        </div>
      </form>
    </section>
  );
}

type FormProps = { field: (name: "origins" | "thanksUrl" | "aDay") => { id: string; error: string | undefined } };

function FormFields({ field }: FormProps) {
  return (
    <>
      <LongTextField
        {...field("origins")}
        label="Sites with this form"
        hint="One address in each line, such as https://www.example.com. From everywhere else it is refused."
        rows={3}
        spellCheck={false}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field("thanksUrl")}
          label="Page that thanks"
          hint="Where visitors are led, such as https://www.example.com/thanks."
          type="url"
          optional
        />
        <TextField
          {...field("aDay")}
          label="Leads a day"
          hint="At most. The key is no secret, so the source is shown as unproved."
          inputMode="numeric"
        />
      </div>
    </>
  );
}

type RowsProps = {
  page: LeadKeyPage;
  rows: readonly Row[];
  field: (index: number) => { id: string; error: string | undefined };
};

function FieldRows({ page, rows, field }: RowsProps) {
  return (
    <fieldset>
      <legend className="text-label">What its fields mean</legend>
      <p className="mt-1 text-muted">
        {rows.length === 0
          ? "If the program uses other names than ours, send a sample: its fields are then listed here."
          : "What has no meaning here goes into the note of the lead."}
      </p>
      <div className="mt-4 grid gap-5 sm:grid-cols-2">
        {rows.map(({ sent }, index) => (
          <SelectField
            key={sent}
            {...field(index)}
            label={<span className="wrap-anywhere font-mono">{sent}</span>}
            hint={<span className="wrap-anywhere">{exampleOf(page, sent)}</span>}
            emptyLabel="Into the note"
            options={OPTIONS}
          />
        ))}
      </div>
    </fieldset>
  );
}

function SampleButton({ id, page }: { id: string; page: LeadKeyPage }) {
  const { mutate, isPending } = useAwaitSample(id);
  return (
    <>
      <Button variant="outline" busyLabel={isPending && "Waiting..."} onClick={() => mutate()}>
        Wait for a Sample
      </Button>
      <p role="status" className="self-center text-muted">
        {isAwaited(page) && "What the program sends next, within an hour, is shown here and adds no lead."}
      </p>
    </>
  );
}

function isAwaited({ key: { sampleUntil } }: LeadKeyPage): boolean {
  return sampleUntil !== null && Date.parse(sampleUntil) > Date.now();
}

/** Those of the map, and those that came lately. Our own names mean what they say. */
function rowsOf({ key, refused }: LeadKeyPage): Row[] {
  const rows = new Map(key.fields.map(({ sent, field }) => [sent, field as Row["field"]]));
  for (const { sent } of refused)
    for (const { path } of sent)
      if (!rows.has(path) && rows.size < MAX_ROWS)
        rows.set(path, LEAD_FIELD_NAMES.find((name: LeadField) => name === path) ?? "");
  return [...rows].map(([sent, field]) => ({ sent, field }));
}

function exampleOf({ refused }: LeadKeyPage, path: string): string {
  const value = refused.flatMap(({ sent }) => sent).find((one) => one.path === path)?.value ?? "";
  return value.length > MAX_EXAMPLE_LENGTH ? `${value.slice(0, MAX_EXAMPLE_LENGTH)}…` : value;
}
