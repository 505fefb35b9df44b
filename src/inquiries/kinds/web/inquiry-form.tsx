import type { UseMutationOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { notesChangeSchema } from "#inquiries/kinds/notes.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { NotesField } from "#platform/web/forms/notes-field.tsx";
import type { FieldBinding } from "#platform/web/forms/use-fields.ts";
import { type SchemaForm, useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import type { ShownInquiry } from "./inquiry-calls.ts";
import type { DialogProps, ShownKind } from "./shown-kind.ts";

type About<Shown extends ShownInquiry> = Omit<DialogProps<Shown>, "onDeleted"> & { kind: ShownKind<Shown> };

type Props<Shown extends ShownInquiry, Input extends FieldValues, Change, Answer> = About<Shown> & {
  action: keyof typeof ACTIONS;
  form: SchemaForm<Input, Change>;
  mutation: UseMutationOptions<Answer, Error, Change & { id: string }>;
  toChange?: (change: Change) => Change;
  onRefused?: (error: Error) => void;
  of?: string;
  isIncomplete?: boolean;
  hint?: string;
  /** What a form of facts says of them, if a colleague has changed them. Others say status and notes. */
  factsOf?: (inquiry: Shown) => readonly string[];
  children: (field: (name: FieldPath<Input>) => FieldBinding) => ReactNode;
};

const ACTIONS = {
  notes: { prefix: "", title: () => "Add/Update Notes", label: "Save Notes", busyLabel: "Saving..." },
  status: {
    prefix: "status",
    title: (label: string) => `Update ${label} Status`,
    label: "Update Status",
    busyLabel: "Updating...",
  },
  correct: {
    prefix: "correct",
    title: (label: string) => `Correct ${label}`,
    label: "Save Correction",
    busyLabel: "Saving...",
  },
};

/** Every form about one inquiry. */
export function InquiryForm<Shown extends ShownInquiry, Input extends FieldValues, Change, Answer>({
  kind: { calls, nameOf, standsFor },
  inquiry,
  action,
  form,
  toChange = (change) => change,
  of = nameOf(inquiry),
  isIncomplete = false,
  hint,
  factsOf,
  onClose,
  children,
  ...sending
}: Props<Shown, Input, Change, Answer>) {
  const { prefix, title, label, busyLabel } = ACTIONS[action];
  const { conflict, ...submission } = useSubmit({
    ...sending,
    form,
    prefix,
    toVariables: (change) => ({ id: inquiry._id, ...toChange(change) }),
    onDone: onClose,
    conflictOf: calls.conflictOf,
  });
  return (
    <FormDialog
      title={title(calls.label)}
      recordIds={[inquiry._id, inquiry.leadId]}
      submit={{ label, busyLabel, disabled: isIncomplete }}
      submission={submission}
      of={of}
      conflict={
        conflict &&
        (factsOf ? (
          <p className="wrap-anywhere">It says now: {factsOf(conflict).join(", ")}.</p>
        ) : (
          <PresentState inquiry={conflict} standsFor={standsFor?.(conflict)} />
        ))
      }
      onClose={onClose}
    >
      {hint && <p className="text-muted">{hint}</p>}
      {children(submission.field)}
    </FormDialog>
  );
}

function PresentState({ inquiry, standsFor }: { inquiry: ShownInquiry; standsFor: string | undefined }) {
  return (
    <>
      <p>
        It is {inquiry.status} now{standsFor}.
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">
        {inquiry.notes ? `Its notes: ${inquiry.notes}` : "It has no notes."}
      </p>
    </>
  );
}

export function NotesDialog<Shown extends ShownInquiry>(props: About<Shown>) {
  const { notes = "", version } = props.inquiry;
  const form = useSchemaForm(notesChangeSchema, { defaultValues: { notes, version } });
  return (
    <InquiryForm {...props} action="notes" form={form} mutation={props.kind.calls.saveNotes}>
      {(field) => <NotesField {...field("notes")} />}
    </InquiryForm>
  );
}
