import { flushSync } from "react-dom";
import { type Control, useFieldArray, useWatch } from "react-hook-form";
import { capitalized, WEEKDAYS } from "#company/facts/choices.ts";
import { MAX_SHIFTS, type Roster, type RosterChange, rosterChangeSchema } from "#inquiries/roster/roster.ts";
import { conflictIn } from "#platform/web/conflict.ts";
import { ConflictNote } from "#platform/web/dialogs/conflict-note.tsx";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { FieldError } from "#platform/web/forms/field.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import type { FieldBinding } from "#platform/web/forms/use-fields.ts";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { changeRoster } from "./queries.ts";

const NEW_SHIFT = {
  userId: "",
  days: ["monday", "tuesday", "wednesday", "thursday", "friday"],
  opens: "09:00",
  closes: "17:00",
} as const;
const [SUNDAY, ...WORKDAYS] = WEEKDAYS;
const ADD = "roster-add";

export function RosterForm({ roster }: { roster: Roster }) {
  const { shifts, ownerId, version, people } = roster;
  const form = useSchemaForm(rosterChangeSchema, { defaultValues: { shifts, ownerId, version } });
  const submission = useSubmit({
    form,
    prefix: "roster",
    mutation: changeRoster,
    toVariables: (change) => change,
    onDone: (saved) => form.reset({ shifts: saved.shifts, ownerId: saved.ownerId, version: saved.version }),
    conflictOf: (error) => conflictIn<Roster>(error, "roster"),
  });
  const { field, refusal, conflict, submittedAt, isBusy, attempt, mistakes } = submission;
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: "shifts" });
  const staff = people.map(({ _id, name, email }) => [_id, name || email] as const);
  return (
    <form
      noValidate
      aria-label="Roster"
      className="card grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={submission.onSubmit}
    >
      <ErrorSummary attempt={attempt} errors={mistakes} />
      {conflict && (
        <ConflictNote>
          <p>It has {conflict.shifts.length} shifts now.</p>
        </ConflictNote>
      )}
      {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
      <div>
        <h2 className="text-h3">Shifts</h2>
        <p className="text-muted">Of those on duty, the first in this list is rung first. On closed dates nobody is.</p>
      </div>
      {fields.length === 0 && <p>None: only the owner is rung, while the phone is answered.</p>}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {fields.map(({ id }, index) => (
          <ShiftFields
            key={id}
            index={index}
            control={form.control}
            fieldOf={(name) => field(`shifts.${index}.${name}`)}
            staff={staff}
            onMoveUp={index > 0 ? () => move(index, index - 1) : undefined}
            onRemove={() => {
              // The button disappears with its row, so the focus has to move.
              document.getElementById(ADD)?.focus();
              remove(index);
            }}
          />
        ))}
      </ol>
      <Button
        id={ADD}
        variant="outline"
        size="compact"
        className="justify-self-start"
        disabled={fields.length >= MAX_SHIFTS}
        onClick={() => {
          flushSync(() => append({ ...NEW_SHIFT, days: [...NEW_SHIFT.days] }, { shouldFocus: false }));
          document.getElementById(`roster-shifts-${fields.length}-userId`)?.focus();
        }}
      >
        <Icon name="icon-plus" />
        Add a Shift
      </Button>
      <SelectField
        {...field("ownerId")}
        label="Who is last"
        hint="The owner: on duty in the hours of the phone, and gets the last reminder if nobody else is left."
        emptyLabel="The oldest active admin"
        options={staff}
        className="sm:max-w-sm"
      />
      <Button type="submit" className="justify-self-start" busyLabel={isBusy && "Saving..."}>
        Save Roster
      </Button>
    </form>
  );
}

type ShiftProps = {
  index: number;
  control: Control<RosterChange>;
  fieldOf: (name: "userId" | "days" | "opens" | "closes") => FieldBinding;
  staff: readonly (readonly [id: string, name: string])[];
  onMoveUp: (() => void) | undefined;
  onRemove: () => void;
};

function ShiftFields({ index, control, fieldOf, staff, onMoveUp, onRemove }: ShiftProps) {
  const userId = useWatch({ control, name: `shifts.${index}.userId` });
  const called = `${index + 1}${userId ? `, ${staff.find(([id]) => id === userId)?.[1]}` : ""}`;
  const { id: daysId, error, ...days } = fieldOf("days");
  return (
    <li className="rounded-card border border-line p-4">
      <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <legend className="sr-only">Shift {called}</legend>
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0 grow sm:max-w-sm">
            <SelectField {...fieldOf("userId")} label="Who" emptyLabel="Choose a person" options={staff} />
          </div>
          <span className="flex flex-none">
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Move up: shift ${called}`}
              disabled={!onMoveUp}
              onClick={onMoveUp}
            >
              <Icon name="icon-arrow-up" className="size-5" />
            </Button>
            <Button variant="quiet" size="icon" aria-label={`Remove: shift ${called}`} onClick={onRemove}>
              <Icon name="icon-trash-2" className="size-5" />
            </Button>
          </span>
        </div>
        <fieldset className="field">
          <legend className="field-label">Days</legend>
          <div className="flex flex-wrap gap-x-5">
            {[...WORKDAYS, SUNDAY].map((day, place) => (
              <Checkbox
                key={day}
                {...days}
                id={place === 0 ? daysId : `${daysId}-${day}`}
                value={day}
                label={capitalized(day).slice(0, 3)}
                aria-label={capitalized(day)}
              />
            ))}
          </div>
          <FieldError id={`${daysId}-error`}>{error}</FieldError>
        </fieldset>
        <div className="grid gap-4 sm:max-w-sm sm:grid-cols-2">
          <TextField {...fieldOf("opens")} label="From" type="time" />
          <TextField {...fieldOf("closes")} label="Until" type="time" />
        </div>
      </fieldset>
    </li>
  );
}
