import { useFacts } from "#company/facts/web/use-facts.ts";
import { type AdminBooking, bookingCorrectionSchema } from "#inquiries/bookings/admin.ts";
import { fullName, propertyLine } from "#inquiries/bookings/booking.ts";
import { BOOKING_LIMITS } from "#inquiries/bookings/choices.ts";
import { labelOf } from "#inquiries/bookings/facts.ts";
import { offeredStates } from "#inquiries/bookings/us-states.ts";
import { InquiryForm } from "#inquiries/kinds/web/inquiry-form.tsx";
import type { DialogProps } from "#inquiries/kinds/web/shown-kind.ts";
import { formatPhone } from "#platform/phone.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useSchemaForm } from "#platform/web/forms/use-submit.ts";
import { BOOKINGS, bookingCalls } from "./booking-kind.tsx";

const INPUTS = [
  ["firstName", { maxLength: BOOKING_LIMITS.name }],
  ["lastName", { maxLength: BOOKING_LIMITS.name }],
  ["email", { type: "email" }],
  ["phone", { type: "tel" }],
  ["propertyAddress.street", { maxLength: BOOKING_LIMITS.street }],
  ["propertyAddress.city", { maxLength: BOOKING_LIMITS.city }],
  ["propertyAddress.zipCode", {}],
] as const;

export function BookingCorrectionDialog(props: DialogProps<AdminBooking>) {
  const facts = useFacts();
  const { firstName, lastName, email, phone, propertyAddress, version } = props.inquiry;
  const form = useSchemaForm(bookingCorrectionSchema, {
    defaultValues: { firstName, lastName, email, phone, propertyAddress, version },
  });
  return (
    <InquiryForm
      {...props}
      action="correct"
      kind={BOOKINGS}
      form={form}
      mutation={bookingCalls.correct}
      hint="For what the visitor mistyped or asks to correct. Meeting, invite and link stay as they are, and no e-mail is sent."
      factsOf={(booking) => [
        fullName(booking),
        booking.email || "no e-mail address",
        formatPhone(booking.phone),
        propertyLine(booking),
      ]}
    >
      {(field) => (
        <>
          {INPUTS.map(([path, input]) => (
            <TextField key={path} {...field(path)} label={labelOf(path)} {...input} autoComplete="off" />
          ))}
          <SelectField
            {...field("propertyAddress.state")}
            label={labelOf("propertyAddress.state")}
            options={Object.entries(offeredStates(facts, propertyAddress.state))}
          />
        </>
      )}
    </InquiryForm>
  );
}
