import { type ReactNode, useState } from "react";
import { notesChangeSchema } from "#inquiries/kinds/notes.ts";
import type { InquiryDialog } from "#people/leads/web/inquiry-table-panel.tsx";
import { LogDialog } from "#people/leads/web/log-panel.tsx";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { permissionKeys } from "#people/permissions/web/query-keys.ts";
import type { DetailsAction } from "#platform/web/dialogs/details-actions.tsx";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { NotesField } from "#platform/web/forms/notes-field.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { useRecordDialog } from "#platform/web/lists/use-record-dialog.ts";
import type { inquiryCalls, ShownInquiry } from "./inquiry-calls.ts";

type Calls<Shown extends ShownInquiry> = ReturnType<typeof inquiryCalls<Shown, object, object>>;

export type ShownKind<Shown extends ShownInquiry> = {
  calls: Pick<Calls<Shown>, "conflictOf" | "load" | "saveNotes" | "useAuditLog">;
  /** The page of the list, and the parameter of a link to one of its details. */
  list: string;
  parameter: string;
  recordKey: (id: string) => readonly unknown[];
  fallback: string;
  nameOf: (inquiry: Shown) => string;
  isOpen: (inquiry: Shown) => boolean;
  /** What its present state says beside the status: ", for Mon, Nov 23, 10:00 AM". */
  standsFor?: (inquiry: Shown) => string;
};

type Dialog = Exclude<InquiryDialog, "details"> | DetailsAction | "delete";
type Open<Shown> = { dialog: Dialog; inquiry: Shown };
type DialogProps<Shown> = { inquiry: Shown; onClose: () => void; onDeleted?: ((inquiry: Shown) => void) | undefined };

/** Which inquiry's details are open, or which dialog about one. */
export function useInquiryDialogs<Shown extends ShownInquiry>(
  { calls, list, parameter, recordKey, fallback }: ShownKind<Shown>,
  listed: readonly Shown[] | undefined,
) {
  const [open, setOpen] = useState<Open<Shown>>();
  const details = useRecordDialog({
    list,
    parameter,
    listed,
    keyOf: recordKey,
    load: calls.load,
    fallback,
    follows: [permissionKeys.all, leadKeys.all],
  });
  const openDialog = useStableCallback((dialog: InquiryDialog | "delete", inquiry: Shown) => {
    if (dialog === "details") details.open(inquiry._id);
    else setOpen({ dialog, inquiry });
  });
  return {
    details: details.record,
    closeDetails: details.close,
    open,
    close: () => setOpen(undefined),
    openDialog,
    openFromDetails: (dialog: DetailsAction, inquiry: Shown) => {
      setOpen({ dialog, inquiry });
      details.close();
    },
  };
}

type OpenDialogProps<Shown extends ShownInquiry> = {
  kind: ShownKind<Shown>;
  open: Open<Shown>;
  onClose: () => void;
  onDeleted?: (inquiry: Shown) => void;
  /** The dialogs that differ between kinds. */
  own: Partial<Record<Dialog, (props: DialogProps<Shown>) => ReactNode>>;
};

export function OpenInquiryDialog<Shown extends ShownInquiry>({
  kind,
  open: { dialog, inquiry },
  onClose,
  onDeleted,
  own,
}: OpenDialogProps<Shown>) {
  const Own = own[dialog];
  const of = kind.nameOf(inquiry);
  if (Own) return <Own inquiry={inquiry} onClose={onClose} onDeleted={onDeleted} />;
  if (dialog === "notes") return <InquiryNotesDialog kind={kind} inquiry={inquiry} onClose={onClose} />;
  return <LogDialog leadId={inquiry.leadId} of={of} onClose={onClose} />;
}

type NotesProps<Shown extends ShownInquiry> = DialogProps<Shown> & { kind: ShownKind<Shown> };

function InquiryNotesDialog<Shown extends ShownInquiry>({ kind, inquiry, onClose }: NotesProps<Shown>) {
  const form = useSchemaForm(notesChangeSchema, {
    defaultValues: { notes: inquiry.notes ?? "", version: inquiry.version },
  });
  const submission = useSubmit({
    form,
    mutation: kind.calls.saveNotes,
    toVariables: (change) => ({ id: inquiry._id, ...change }),
    onDone: onClose,
    conflictOf: kind.calls.conflictOf,
  });
  return (
    <FormDialog
      title="Add/Update Notes"
      recordIds={[inquiry._id, inquiry.leadId]}
      submit={{ label: "Save Notes", busyLabel: "Saving..." }}
      submission={submission}
      of={kind.nameOf(inquiry)}
      conflict={submission.conflict && <PresentState kind={kind} inquiry={submission.conflict} />}
      onClose={onClose}
    >
      <NotesField {...submission.field("notes")} />
    </FormDialog>
  );
}

type PresentProps<Shown extends ShownInquiry> = { kind: Pick<ShownKind<Shown>, "standsFor">; inquiry: Shown };

export function PresentState<Shown extends ShownInquiry>({ kind: { standsFor }, inquiry }: PresentProps<Shown>) {
  return (
    <>
      <p>
        It is {inquiry.status} now{standsFor?.(inquiry)}.
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">
        {inquiry.notes ? `Its notes: ${inquiry.notes}` : "It has no notes."}
      </p>
    </>
  );
}
