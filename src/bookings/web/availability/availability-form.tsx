import "./availability-form.css";
import { type ReactNode, useEffect, useState } from "react";
import { type Availability, type AvailabilityAnswer, describeChange, type Outside } from "#bookings/availability.ts";
import { zoneNames } from "#platform/dates.ts";
import { ApiError, errorText } from "#platform/web/api.ts";
import { ConflictNote } from "#platform/web/dialogs/conflict-note.tsx";
import { Dialog } from "#platform/web/dialogs/dialog.tsx";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { timeZone } from "#site";
import { type Draft, fieldId, forgetDraft, keepDraft, keptDraft, readDraft, toDraft } from "./availability-draft.ts";
import { useCheckAvailability, useSaveAvailability } from "./availability-queries.ts";
import { ClosuresFields } from "./closures-fields.tsx";
import { HolidaysFields } from "./holidays-fields.tsx";
import { HoursFields } from "./hours-fields.tsx";
import { MeetingRulesFields } from "./meeting-rules-fields.tsx";
import { OutsideList } from "./outside-list.tsx";

type Props = { loaded: AvailabilityAnswer; renderHistory: (version: number) => ReactNode };

/** Everything on one form, saved together. What would fall outside is shown before it is saved, and stays listed after. */
export function AvailabilityForm({ loaded, renderHistory }: Props) {
  const [saved, setSaved] = useState(loaded);
  const [draft, setDraft] = useState(() => keptDraft(loaded.version) ?? toDraft(loaded.availability));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [attempt, setAttempt] = useState(0);
  const [warned, setWarned] = useState<{ availability: Availability; outside: Outside }>();
  const check = useCheckAvailability();
  const save = useSaveAvailability();
  const conflict = conflictOf(save.error);
  const { availability } = readDraft(draft);
  const isChanged = !availability || describeChange(saved.availability, availability) !== "";

  // What is typed stays in this tab until it is saved: a look at the bookings on the way loses nothing.
  useEffect(() => {
    if (isChanged) keepDraft(saved.version, draft);
    else forgetDraft();
  }, [isChanged, saved.version, draft]);

  const change = (changes: Partial<Draft>) => setDraft((present) => ({ ...present, ...changes }));

  const submit = () => {
    const read = readDraft(draft);
    setProblems(read.problems ?? {});
    setAttempt((count) => count + 1);
    if (!read.availability) return;
    const typed = read.availability;
    check.mutate(typed, {
      onSuccess: ({ outside }) => {
        if (hasNew(outside, saved.outside)) setWarned({ availability: typed, outside });
        else write(typed);
      },
    });
  };

  const write = (typed: Availability) => {
    save.mutate(
      { availability: typed, version: conflict?.version ?? saved.version },
      {
        onSuccess: (answer) => {
          setSaved(answer);
          setDraft(toDraft(answer.availability));
        },
        onError: (error) => {
          if (error instanceof ApiError && error.code === "invalid_input") setProblems(fieldsOf(error));
        },
        onSettled: () => setWarned(undefined),
      },
    );
  };

  const failure = save.error && !conflict ? save.error : undefined;
  return (
    <div className="grid gap-6">
      <section aria-labelledby="outside" className="card" hidden={saved.outside.total === 0}>
        <h2 id="outside" className="mb-1 text-h3">
          Bookings outside the availability
        </h2>
        <p className="mb-3 text-muted">They stand as they are. Move or cancel each of them, or hold the meeting.</p>
        <OutsideList outside={saved.outside} />
      </section>
      <form
        noValidate
        aria-label="Availability"
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <ErrorSummary
          attempt={attempt}
          errors={Object.entries(problems).map(([path, message]) => ({ id: fieldId(path), message }))}
        />
        {conflict && (
          <ConflictNote>
            <p className="wrap-anywhere">
              {describeChange(saved.availability, conflict.availability) || "The same as before, in the end"}.
            </p>
          </ConflictNote>
        )}
        {failure && (
          <Note tone="danger">
            <p role="alert">{errorText(failure, "Failed to save the availability")}</p>
          </Note>
        )}
        <Part title="Weekly hours" text={`Times are ${zoneNames(timeZone).name}. The hours in the site's footer stay.`}>
          <HoursFields days={draft.days} problems={problems} onChange={(days) => change({ days })} />
        </Part>
        <Part title="Meetings" text="For every meeting that is booked from now on.">
          <MeetingRulesFields numbers={draft.numbers} problems={problems} onChange={(numbers) => change({ numbers })} />
        </Part>
        <Part title="Closed dates" text="Visitors see the reason in the calendar.">
          <ClosuresFields closures={draft.closures} problems={problems} onChange={(closures) => change({ closures })} />
        </Part>
        <Part
          title="US federal holidays"
          text="One switch closes a year's holidays. Open single ones by unticking them."
        >
          <HolidaysFields holidays={draft.holidays} onChange={(holidays) => change({ holidays })} />
        </Part>
        <div className="availability-save sticky bottom-0 z-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-6 py-3 print:hidden">
          <p role="status">{isChanged ? "Not saved yet." : "Everything is saved."}</p>
          <Button type="submit" busyLabel={(check.isPending || save.isPending) && "Saving..."}>
            Save Availability
          </Button>
        </div>
      </form>
      {renderHistory(saved.version)}
      {warned && (
        <OutsideDialog
          outside={warned.outside}
          isSaving={save.isPending}
          onSave={() => write(warned.availability)}
          onClose={() => setWarned(undefined)}
        />
      )}
    </div>
  );
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

/** What somebody else has saved meanwhile. */
function conflictOf(error: Error | null): Pick<AvailabilityAnswer, "availability" | "version"> | undefined {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return undefined;
  return error.body as Pick<AvailabilityAnswer, "availability" | "version">;
}

function fieldsOf({ fields }: ApiError): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [path.replace(/^availability\./, ""), message]),
  );
}
