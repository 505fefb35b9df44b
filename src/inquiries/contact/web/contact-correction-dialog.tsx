import { type AdminContactMessage, contactCorrectionSchema } from "#inquiries/contact/admin.ts";
import { CONTACT_LIMITS } from "#inquiries/contact/choices.ts";
import { formatPhone } from "#platform/phone.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { Field } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { conflictOf } from "./present-state.tsx";
import { correctContact } from "./queries.ts";

const IDS = { name: "correct-name", email: "correct-email", phone: "correct-phone" };

export function ContactCorrectionDialog({ contact, onClose }: { contact: AdminContactMessage; onClose: () => void }) {
  const { name, email, phone = "", version } = contact;
  const form = useSchemaForm(contactCorrectionSchema, { defaultValues: { name, email, phone, version } });
  const { register } = form;
  const submission = useSubmit({
    form,
    ids: IDS,
    mutation: correctContact,
    toVariables: (correction) => ({ id: contact._id, ...correction }),
    onDone: onClose,
    conflictOf,
  });
  return (
    <FormDialog
      title="Correct Contact"
      submit={{ label: "Save Correction", busyLabel: "Saving..." }}
      submission={submission}
      of={name}
      conflict={submission.conflict && <PresentFacts contact={submission.conflict} />}
      onClose={onClose}
    >
      <p className="text-muted">
        For what the sender mistyped or asks to correct. The message stays as it was sent, and no e-mail goes out.
      </p>
      <Field id={IDS.name} label="Name" error={submission.errorOf("name")}>
        {(wiring) => <Input {...wiring} {...register("name")} maxLength={CONTACT_LIMITS.name} autoComplete="off" />}
      </Field>
      <Field id={IDS.email} label="Email" error={submission.errorOf("email")}>
        {(wiring) => <Input {...wiring} {...register("email")} type="email" autoComplete="off" />}
      </Field>
      <Field id={IDS.phone} label="Phone" optional error={submission.errorOf("phone")}>
        {(wiring) => <Input {...wiring} {...register("phone")} type="tel" autoComplete="off" />}
      </Field>
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
