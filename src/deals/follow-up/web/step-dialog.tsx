import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { AdminLead, AdminNextStep } from "#deals/follow-up/admin.ts";
import { newStepSchema } from "#people/leads/next-step.ts";
import { NightNote } from "#people/leads/web/log-panel.tsx";
import { addDays, wallClock, weekdayOf } from "#platform/dates.ts";
import { versionSchema } from "#platform/version.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { type Submission, useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { PresentStep, presentStep } from "./present-state.tsx";
import { addNextStep, changeNextStep, useAssignees } from "./queries.ts";

const formSchema = z.extend(newStepSchema, { version: versionSchema });
type FormInput = z.input<typeof formSchema>;
type FormOutput = z.output<typeof formSchema>;

export function AddStepDialog({ lead, onClose }: { lead: AdminLead; onClose: () => void }) {
  const { timeZone } = useFacts();
  const form = useSchemaForm(formSchema, {
    defaultValues: { what: "", dueDay: tomorrow(timeZone), dueTime: "", assigneeId: "" },
  });
  const submission = useSubmit({
    form,
    prefix: "step",
    mutation: addNextStep,
    toVariables: ({ version: _version, ...step }) => ({ leadId: lead._id, ...step }),
    onDone: onClose,
  });
  return <StepDialog title="Next Step" submission={submission} lead={lead} onClose={onClose} />;
}

type ChangeProps = { lead: AdminLead; step: AdminNextStep; onClose: () => void };

export function ChangeStepDialog({ lead, step, onClose }: ChangeProps) {
  const { what, dueDay, dueTime = "", assignee, version } = step;
  const form = useSchemaForm(formSchema, {
    defaultValues: { what, dueDay, dueTime, assigneeId: assignee?._id ?? "", version },
  });
  const submission = useSubmit({
    form,
    prefix: "step",
    mutation: changeNextStep,
    toVariables: (change) => ({ id: step._id, ...change }),
    onDone: onClose,
    conflictOf: presentStep,
  });
  return (
    <StepDialog
      title="Change the Next Step"
      submission={submission}
      lead={lead}
      conflict={submission.conflict && <PresentStep step={submission.conflict} />}
      onClose={onClose}
    />
  );
}

type Props = {
  title: string;
  submission: Submission<FormInput, FormOutput>;
  lead: AdminLead;
  conflict?: ReactNode;
  onClose: () => void;
};

function StepDialog({ title, submission, lead, conflict, onClose }: Props) {
  const { timeZone } = useFacts();
  const { form, field } = submission;
  const [day, time] = useWatch({ control: form.control, name: ["dueDay", "dueTime"] });
  const { data } = useAssignees();
  const known = data?.assignees ?? [];
  const present = lead.nextStep?.assignee;
  // An assignee whose account is closed stays selected until staff choose another.
  const others = present && !known.some(({ _id }) => _id === present._id) ? [present] : [];
  return (
    <FormDialog
      title={title}
      recordIds={[lead._id]}
      submit={{ label: "Save", busyLabel: "Saving..." }}
      submission={submission}
      of={<span className="wrap-anywhere">{lead.person.name}</span>}
      conflict={conflict}
      onClose={onClose}
    >
      <TextField
        {...field("what")}
        label="What is to be done"
        data-autofocus=""
        autoComplete="off"
        placeholder="Call back"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field("dueDay")} label="Until when" type="date" />
        <TextField {...field("dueTime")} label="At what time" optional type="time" />
      </div>
      <NightNote day={day} time={time} state={lead.property.state} />
      <fieldset className="-mt-3 flex flex-wrap gap-2">
        <legend className="sr-only">Days to choose</legend>
        {soonDays(timeZone).map(({ label, day }) => (
          <Button
            key={label}
            variant="outline"
            size="compact"
            onClick={() =>
              form.setValue("dueDay", day, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
            }
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <SelectField
        key={known.length}
        {...field("assigneeId")}
        label="Who"
        emptyLabel="Nobody in particular"
        options={[
          ...known.map(({ _id, email, isYou }) => [_id, isYou ? `${email} (you)` : email] as const),
          ...others.map(({ _id, email }) => [_id, `${email ?? "An account"} (closed)`] as const),
        ]}
      />
    </FormDialog>
  );
}

function soonDays(timeZone: string): { label: string; day: string }[] {
  const { day: today } = wallClock(new Date(), timeZone);
  return [
    { label: "Today", day: today },
    { label: "Tomorrow", day: addDays(today, 1) },
    { label: "Monday", day: addDays(today, (8 - weekdayOf(today)) % 7 || 7) },
    { label: "In two weeks", day: addDays(today, 14) },
  ];
}

function tomorrow(timeZone: string): string {
  return addDays(wallClock(new Date(), timeZone).day, 1);
}
