import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { typedWeek } from "#company/facts/web/typed-week.ts";
import { WeekPanel } from "#company/facts/web/week-panel.tsx";
import "./availability-form.css";
import { type ReactNode, useState } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import {
  type AvailabilityAnswer,
  type AvailabilityChange,
  describeChange,
  type Outside,
} from "#inquiries/bookings/availability.ts";
import { zoneNames } from "#platform/dates.ts";
import { ApiError } from "#platform/web/api.ts";
import { ConflictNote } from "#platform/web/dialogs/conflict-note.tsx";
import { Dialog } from "#platform/web/dialogs/dialog.tsx";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { unsavedInput, useUnsaved } from "#platform/web/forms/unsaved.ts";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { type AvailabilityInput, availabilityInputSchema, type FieldsProps, toInput } from "./availability-input.ts";
import { checkAvailability, saveAvailability } from "./availability-queries.ts";
import { ClosuresFields } from "./closures-fields.tsx";
import { HolidaysFields } from "./holidays-fields.tsx";
import { HoursDifference } from "./meeting-hours-panel.tsx";
import { MeetingRulesFields } from "./meeting-rules-fields.tsx";
import { OutsideList } from "./outside-list.tsx";

const UNSAVED_KEY = "availability-unsaved";

type Props = { loaded: AvailabilityAnswer; renderHistory: (version: number) => ReactNode };

/** Bookings outside the new rules are shown before saving and stay listed after it. */
export function AvailabilityForm({ loaded, renderHistory }: Props) {
  const [saved, setSaved] = useState(loaded);
  const [warned, setWarned] = useState<{ change: AvailabilityChange; outside: Outside }>();
  const form = useSchemaForm(availabilityInputSchema, {
    defaultValues: unsavedInput<AvailabilityInput>(UNSAVED_KEY, loaded.version) ?? toInput(loaded),
  });
  const isChanged = isUnsaved(saved, form.watch());
  useUnsaved(UNSAVED_KEY, form, { basis: saved.version, isChanged: (input) => isUnsaved(saved, input) });
  const save = useSubmit({
    form,
    prefix: "availability",
    mutation: saveAvailability,
    toVariables: (change) => change,
    onDone: (answer) => {
      setSaved(answer);
      setWarned(undefined);
      form.reset(toInput(answer), { keepSubmitCount: true });
    },
    onRefused: () => setWarned(undefined),
    conflictOf,
    nameOf: (path) => path.replace(/^availability\./, ""),
  });
  const check = useSubmit({
    form,
    prefix: "availability",
    mutation: checkAvailability,
    toVariables: (change) => change,
    onDone: ({ outside }, change) => {
      if (hasNew(outside, saved.outside)) setWarned({ change, outside });
      else void save.send(change);
    },
  });

  return (
    <div className="grid gap-6">
      <section aria-labelledby="outside" className="card" hidden={saved.outside.total === 0}>
        <h2 id="outside" className="mb-1 text-h3">
          Bookings outside the availability
        </h2>
        <p className="mb-3 text-muted">
          They are unchanged. Move or cancel each of them, or keep the meeting as it is.
        </p>
        <OutsideList outside={saved.outside} />
      </section>
      <form noValidate aria-label="Availability" className="grid gap-6" onSubmit={check.onSubmit}>
        <ErrorSummary attempt={check.attempt} errors={check.mistakes} />
        {save.conflict && (
          <ConflictNote>
            <p className="wrap-anywhere">
              {describeChange(saved.availability, save.conflict.availability) || "The result is the same as before"}.
            </p>
          </ConflictNote>
        )}
        <Refusal of={check} />
        <Refusal of={save} />
        <Parts {...check} />
        <div className="availability-save sticky bottom-0 z-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-6 py-3 print:hidden">
          <p role="status">{isChanged ? "Not saved yet." : "Everything is saved."}</p>
          <Button type="submit" busyLabel={(check.isBusy || save.isBusy) && "Saving..."}>
            Save Availability
          </Button>
        </div>
      </form>
      {renderHistory(saved.version)}
      {warned && (
        <OutsideDialog
          outside={warned.outside}
          isSaving={save.isBusy}
          onSave={() => void save.send(warned.change)}
          onClose={() => setWarned(undefined)}
        />
      )}
    </div>
  );
}

function isUnsaved(saved: AvailabilityAnswer, input: AvailabilityInput): boolean {
  const { data } = availabilityInputSchema.safeParse(input);
  return !data || describeChange(saved.availability, data.availability) !== "";
}

function Parts(props: FieldsProps) {
  const { timeZone, businessHours } = useFacts();
  const week = useWatch({ control: props.form.control, name: "hours" });
  const copyPhone = () => props.form.setValue("hours", z.encode(typedWeek, businessHours), { shouldDirty: true });
  return (
    <>
      <Part title="Weekly hours" text={`Times are ${zoneNames(timeZone).name}. The hours in the site's footer stay.`}>
        <WeekPanel week={week} bind={(day, key) => props.field(`hours.${day}.${key}`)} />
        <HoursDifference phone={businessHours} meetings={z.decode(typedWeek, week)}>
          <Button variant="outline" size="compact" className="mt-2 min-h-11" onClick={copyPhone}>
            Use the Hours of the Phone
          </Button>
        </HoursDifference>
      </Part>
      <Part title="Meetings" text="For every meeting that is booked from now on.">
        <MeetingRulesFields {...props} />
      </Part>
      <Part title="Closed dates" text="Visitors see the reason in the calendar.">
        <ClosuresFields {...props} />
      </Part>
      <Part title="US federal holidays" text="One switch closes a year's holidays. Open single ones by unticking them.">
        <HolidaysFields {...props} />
      </Part>
    </>
  );
}

function Refusal({ of: { refusal, submittedAt } }: { of: { refusal: string | undefined; submittedAt: number } }) {
  return refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>;
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <fieldset className="card *:clear-both">
      <legend className="float-left mb-1 w-full font-display text-h3">{title}</legend>
      <p className="mb-4 text-muted">{text}</p>
      {children}
    </fieldset>
  );
}

type DialogProps = { outside: Outside; isSaving: boolean; onSave: () => void; onClose: () => void };

function OutsideDialog({ outside, isSaving, onSave, onClose }: DialogProps) {
  const isOne = outside.total === 1;
  return (
    <Dialog
      title={isOne ? "1 booking falls outside" : `${outside.total} bookings fall outside`}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Go Back
          </Button>
          <Button busyLabel={isSaving && "Saving..."} onClick={onSave}>
            Save Anyway
          </Button>
        </>
      }
    >
      <p className="mb-3">
        Saving changes {isOne ? "nothing about it" : "none of them"} and tells nobody.{" "}
        {isOne ? "It stays" : "They stay"} listed on this page, for you to move, cancel or hold.
      </p>
      <OutsideList outside={outside} />
    </Dialog>
  );
}

function hasNew(outside: Outside, known: Outside): boolean {
  if (outside.total > known.total) return true;
  return outside.bookings.some(({ _id }) => known.bookings.every((booking) => booking._id !== _id));
}

function conflictOf(error: Error | null): Pick<AvailabilityAnswer, "availability" | "version"> | undefined {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return undefined;
  return error.body as Pick<AvailabilityAnswer, "availability" | "version">;
}
