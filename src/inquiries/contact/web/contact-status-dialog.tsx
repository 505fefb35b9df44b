import { type AdminContactMessage, contactStatusChangeSchema } from "#inquiries/contact/admin.ts";
import { CONTACT_STATUSES } from "#inquiries/contact/contact.ts";
import { InquiryForm } from "#inquiries/kinds/web/inquiry-form.tsx";
import type { DialogProps } from "#inquiries/kinds/web/shown-kind.ts";
import { StatusNotesField } from "#platform/web/forms/notes-field.tsx";
import { StatusField } from "#platform/web/forms/status-field.tsx";
import { useSchemaForm } from "#platform/web/forms/use-submit.ts";
import { CONTACTS, contactCalls } from "./contact-kind.tsx";

export function ContactStatusDialog(props: DialogProps<AdminContactMessage>) {
  const { status, notes = "", version } = props.inquiry;
  const form = useSchemaForm(contactStatusChangeSchema, { defaultValues: { status, notes, version } });
  return (
    <InquiryForm {...props} action="status" kind={CONTACTS} form={form} mutation={contactCalls.changeStatus}>
      {(field) => (
        <>
          <StatusField {...field("status")} statuses={CONTACT_STATUSES} />
          <StatusNotesField {...field("notes")} />
        </>
      )}
    </InquiryForm>
  );
}
