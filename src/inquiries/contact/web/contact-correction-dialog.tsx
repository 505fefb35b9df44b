import { type AdminContactMessage, contactCorrectionSchema } from "#inquiries/contact/admin.ts";
import { CONTACT_LIMITS } from "#inquiries/contact/choices.ts";
import { formatPhone } from "#platform/phone.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { contactCalls } from "./queries.ts";

type Props = { inquiry: AdminContactMessage; onClose: () => void };

export function ContactCorrectionDialog({ inquiry: contact, onClose }: Props) {
  const { name, email, phone = "", version } = contact;
  const form = useSchemaForm(contactCorrectionSchema, { defaultValues: { name, email, phone, version } });
  const submission = useSubmit({
    form,
    prefix: "correct",
    mutation: contactCalls.correct,
    toVariables: (correction) => ({ id: contact._id, ...correction }),
    onDone: onClose,
    conflictOf: contactCalls.conflictOf,
  });
  return (
    <FormDialog
      title="Correct Contact"
      recordIds={[contact._id, contact.leadId]}
      submit={{ label: "Save Correction", busyLabel: "Saving..." }}
      submission={submission}
      of={name}
      conflict={submission.conflict && <PresentFacts contact={submission.conflict} />}
      onClose={onClose}
    >
      <p className="text-muted">
        For what the sender mistyped or asks to correct. The message stays as it was sent, and no e-mail goes out.
      </p>
      <TextField {...submission.field("name")} label="Name" maxLength={CONTACT_LIMITS.name} autoComplete="off" />
      <TextField {...submission.field("email")} label="Email" type="email" autoComplete="off" />
      <TextField {...submission.field("phone")} label="Phone" optional type="tel" autoComplete="off" />
    </FormDialog>
  );
}

function PresentFacts({ contact: { name, email, phone } }: { contact: AdminContactMessage }) {
  return (
    <p className="wrap-anywhere">
      It says now: {name}, {email}, {phone ? formatPhone(phone) : "no phone number"}.
    </p>
  );
}
