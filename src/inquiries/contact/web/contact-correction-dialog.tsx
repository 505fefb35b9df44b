import { type AdminContactMessage, contactCorrectionSchema } from "#inquiries/contact/admin.ts";
import { CONTACT_LIMITS } from "#inquiries/contact/choices.ts";
import { InquiryForm } from "#inquiries/kinds/web/inquiry-form.tsx";
import type { DialogProps } from "#inquiries/kinds/web/shown-kind.ts";
import { formatPhone } from "#platform/phone.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm } from "#platform/web/forms/use-submit.ts";
import { CONTACTS, contactCalls } from "./contact-kind.tsx";

export function ContactCorrectionDialog(props: DialogProps<AdminContactMessage>) {
  const { name, email, phone = "", version } = props.inquiry;
  const form = useSchemaForm(contactCorrectionSchema, { defaultValues: { name, email, phone, version } });
  return (
    <InquiryForm
      {...props}
      action="correct"
      kind={CONTACTS}
      form={form}
      mutation={contactCalls.correct}
      hint="For what the sender mistyped or asks to correct. The message stays as it was sent, and no e-mail goes out."
      factsOf={({ name, email, phone }) => [name, email, phone ? formatPhone(phone) : "no phone number"]}
    >
      {(field) => (
        <>
          <TextField {...field("name")} label="Name" maxLength={CONTACT_LIMITS.name} autoComplete="off" />
          <TextField {...field("email")} label="Email" type="email" autoComplete="off" />
          <TextField {...field("phone")} label="Phone" optional type="tel" autoComplete="off" />
        </>
      )}
    </InquiryForm>
  );
}
