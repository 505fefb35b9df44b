import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { isEnded, type Lead, LOST_REASONS } from "#people/leads/lead.ts";
import { LOG_CHANNELS, MAX_LOG_WORDS_LENGTH, OUTCOMES } from "#people/leads/log.ts";
import { formatDue } from "#people/leads/next-step.ts";
import { outsideCallingHours } from "#people/permissions/calling-hours.ts";
import { StopChannels } from "#people/permissions/web/stop-channels-panel.tsx";
import { addDays, instantOf, isDay, isTime, minutesOf, wallClock } from "#platform/dates.ts";
import { randomKey } from "#platform/web/attempt-key.ts";
import { conflictIn } from "#platform/web/conflict.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { Radios } from "#platform/web/forms/checkbox.tsx";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import type { FieldBinding } from "#platform/web/forms/use-fields.ts";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import type { RowAction } from "#platform/web/lists/row-actions.tsx";
import { Badge } from "#platform/web/ui/badge.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import {
  choiceOf,
  EMPTY_LOG,
  endsLead,
  type Known,
  type LogForm,
  logFormSchema,
  newLogOf,
  nextChoices,
} from "./log-form.ts";
import { useLog, writeLog } from "./queries.ts";

const LOG = { label: "Log", icon: "icon-phone-call" } as const;

export function TriesBadge({ tries = 0 }: { tries?: number | undefined }) {
  if (tries === 0) return null;
  return (
    <Badge
      tone="outline"
      size="small"
      icon="icon-phone-forwarded"
      title="Tries to reach this person about this property"
    >
      <span>
        {tries === 1 ? "1 try" : `${tries.toLocaleString("en-US")} tries`}
        <span className="sr-only"> to reach them</span>
      </span>
    </Badge>
  );
}

export function logAction(onClick: () => void): RowAction {
  return { name: "log", ...LOG, onClick };
}

type Props = { leadId: string; of: string };

export function LogButton({ onClick, of }: { onClick: () => void; of?: string }) {
  return (
    <Button
      variant="outline"
      size="compact"
      className="print:hidden"
      data-action="log"
      aria-label={of && `${LOG.label}: ${of}`}
      title="Write down what came of it, and what is next"
      // The second click of a double click would hit the row that has moved up.
      onClick={({ detail }) => detail < 2 && onClick()}
    >
      <Icon name={LOG.icon} />
      {LOG.label}
    </Button>
  );
}

type Present = Pick<Lead, "stage" | "lostReason" | "version">;

/** What another admin has made of a lead. */
export function PresentStage({ lead: { stage, lostReason } }: { lead: Pick<Lead, "stage" | "lostReason"> }) {
  return (
    <p>
      It is {stage} now{lostReason && `: ${LOST_REASONS[lostReason]}`}.
    </p>
  );
}

type DialogProps = Props & { onLogged?: (() => void) | undefined; onClose: () => void };

export function LogDialog({ leadId, of, onLogged, onClose }: DialogProps) {
  const { timeZone } = useFacts();
  const [idempotencyKey] = useState(randomKey);
  const { lead, plan } = useLog(leadId).data ?? {};
  const takesNext = !lead || !isEnded(lead.stage);
  const known = { stage: lead?.stage, step: lead?.nextStep, plan, today: wallClock(new Date(), timeZone).day };
  const form = useSchemaForm(logFormSchema(takesNext), { defaultValues: EMPTY_LOG });
  const submission = useSubmit({
    form,
    prefix: "log",
    mutation: writeLog,
    toVariables: ({ version = lead?.version, ...values }) => ({
      leadId,
      idempotencyKey,
      log: newLogOf({ ...values, version }, known, takesNext),
    }),
    nameOf: (path) => path.replace(/^next\./, ""),
    onDone: () => {
      onLogged?.();
      onClose();
    },
    conflictOf: (error) => conflictIn<Present>(error, "lead"),
  });
  const values = useWatch({ control: form.control }) as LogForm;
  const { field, conflict } = submission;
  const { outcome } = values;
  return (
    <FormDialog
      title="Log What Came of It"
      recordIds={[leadId]}
      submit={{ label: "Save", busyLabel: "Saving..." }}
      submission={submission}
      of={<span className="wrap-anywhere">{of}</span>}
      conflict={conflict && <PresentStage lead={conflict} />}
      onClose={onClose}
    >
      <LogFields
        outcome={{ ...field("outcome", { onChange: () => form.setValue("choice", "") }), "data-autofocus": "" }}
        fieldOf={field}
        values={values}
        known={known}
        state={lead?.state}
        takesNext={takesNext}
      />
      <LongTextField
        {...field("words")}
        label={outcome === "note" ? "Note" : "What they said"}
        optional={outcome !== "note"}
        hint="Only your team sees it."
        rows={2}
        maxLength={MAX_LOG_WORDS_LENGTH}
      />
      {outcome !== "note" && <SelectField {...field("channel")} label="How" options={Object.entries(LOG_CHANNELS)} />}
    </FormDialog>
  );
}

type FieldsProps = {
  /** Its change empties the choice of what is next. */
  outcome: FieldBinding & { "data-autofocus"?: "" };
  /** For staff who write down who called. */
  noteLabel?: string;
  fieldOf: (name: "stop" | "choice" | "what" | "dueDay" | "dueTime" | "sleepUntil") => FieldBinding;
  values: Pick<LogForm, "outcome" | "choice" | "dueDay" | "dueTime">;
  known: Known;
  state: string | undefined;
  takesNext: boolean;
};

/** What came of it, and what is next: of a lead, and of a call that is entered. */
export function LogFields({ outcome: binding, noteLabel, fieldOf, ...next }: FieldsProps) {
  const { outcome } = next.values;
  return (
    <>
      <Radios
        {...binding}
        label="What came of it"
        options={Object.entries({ ...OUTCOMES, ...(noteLabel && { note: noteLabel }) })}
        columns="grid-cols-2"
      />
      {outcome === "asked-to-stop" && (
        <fieldset className="field">
          <legend className="field-label">What they asked us to stop</legend>
          <StopChannels {...fieldOf("stop")} />
          <p className="text-muted">It holds from now on, for all of their houses. Only they can lift it.</p>
        </fieldset>
      )}
      {outcome && endsLead(outcome) && next.takesNext && (
        <p className="text-muted">The lead is lost with this, unless it is under contract.</p>
      )}
      {outcome && !endsLead(outcome) && next.takesNext && <NextFields fieldOf={fieldOf} {...next} />}
    </>
  );
}

function NextFields({ fieldOf, values, known, state }: Omit<FieldsProps, "outcome" | "noteLabel">) {
  const { choice, dueDay: day, dueTime: time } = values;
  const shown = choiceOf(values, known);
  return (
    <>
      <Radios {...fieldOf("choice")} label="What is next" options={nextChoices(values.outcome, known)} chosen={shown} />
      {choice === "own" && <OwnStepFields fieldOf={fieldOf} today={known.today} when={{ day, time, state }} />}
      {shown === "sleep" && (
        <TextField
          {...fieldOf("sleepUntil")}
          label="Until when"
          optional
          hint="Empty: until they get in touch. Either way, a sign of life wakes it."
          type="date"
          min={addDays(known.today, 1)}
        />
      )}
      {known.step && shown !== "keep" && (
        <p className="text-muted">
          This ends “{known.step.what}”, which was to be done by {formatDue(known.step, "short")}.
        </p>
      )}
    </>
  );
}

type When = { day: string; time: string | undefined; state: string | undefined };

type OwnStepProps = {
  fieldOf: (name: "what" | "dueDay" | "dueTime") => FieldBinding;
  today: string;
  when: When;
};

export function OwnStepFields({ fieldOf, today, when }: OwnStepProps) {
  return (
    <>
      <TextField {...fieldOf("what")} label="What is to be done" autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...fieldOf("dueDay")} label="Until when" type="date" min={today} />
        <TextField {...fieldOf("dueTime")} label="At what time" optional type="time" />
      </div>
      <NightNote {...when} />
    </>
  );
}

/** A step need not be a call, so that this only asks. */
export function NightNote({ day, time, state }: When) {
  const { timeZone } = useFacts();
  if (!time || !isTime(time) || !isDay(day)) return null;
  const outside = outsideCallingHours(instantOf(day, minutesOf(time), timeZone), { state, timeZone });
  if (!outside) return null;
  return (
    <Note tone="warn">
      <p>It may be {outside}. Is it to be a call? People are called between 8 AM and 9 PM where their house is.</p>
    </Note>
  );
}
