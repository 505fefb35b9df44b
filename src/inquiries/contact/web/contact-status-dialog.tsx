import { type AdminContactMessage, contactStatusChangeSchema } from "#inquiries/contact/admin.ts";
import { CONTACT_STATUSES } from "#inquiries/contact/contact.ts";
import { PresentState } from "#inquiries/kinds/web/inquiry-dialogs.tsx";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { StatusNotesField } from "#platform/web/forms/notes-field.tsx";
import { StatusField } from "#platform/web/forms/status-field.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { CONTACTS, contactCalls } from "./queries.ts";

type Props = { inquiry: AdminContactMessage; onClose: () => void };

export function ContactStatusDialog({ inquiry: contact, onClose }: Props) {
  const form = useSchemaForm(contactStatusChangeSchema, {
    defaultValues: { status: contact.status, notes: contact.notes ?? "", version: contact.version },
  });
  const submission = useSubmit({
    form,
    prefix: "status",
    mutation: contactCalls.changeStatus,
    toVariables: (change) => ({ id: contact._id, ...change }),
    onDone: onClose,
    conflictOf: contactCalls.conflictOf,
  });
  return (
    <FormDialog
      title="Update Contact Status"
      recordIds={[contact._id, contact.leadId]}
      submit={{ label: "Update Status", busyLabel: "Updating..." }}
      submission={submission}
      of={contact.name}
      conflict={submission.conflict && <PresentState kind={CONTACTS} inquiry={submission.conflict} />}
      onClose={onClose}
    >
      <StatusField {...submission.field("status")} statuses={CONTACT_STATUSES} />
      <StatusNotesField {...submission.field("notes")} />
    </FormDialog>
  );
}
