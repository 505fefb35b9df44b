import { useFacts } from "#company/facts/web/use-facts.ts";
import { type AdminBooking, bookingCorrectionSchema } from "#inquiries/bookings/admin.ts";
import { fullName, propertyLine } from "#inquiries/bookings/booking.ts";
import { BOOKING_LIMITS } from "#inquiries/bookings/choices.ts";
import { labelOf } from "#inquiries/bookings/facts.ts";
import { offeredStates } from "#inquiries/bookings/us-states.ts";
import { formatPhone } from "#platform/phone.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { bookingCalls } from "./admin-queries.ts";

const INPUTS = [
  ["firstName", { maxLength: BOOKING_LIMITS.name }],
  ["lastName", { maxLength: BOOKING_LIMITS.name }],
  ["email", { type: "email" }],
  ["phone", { type: "tel" }],
  ["propertyAddress.street", { maxLength: BOOKING_LIMITS.street }],
  ["propertyAddress.city", { maxLength: BOOKING_LIMITS.city }],
  ["propertyAddress.zipCode", {}],
] as const;

type Props = { inquiry: AdminBooking; onClose: () => void };

export function BookingCorrectionDialog({ inquiry: booking, onClose }: Props) {
  const facts = useFacts();
  const { firstName, lastName, email, phone, propertyAddress, version } = booking;
  const form = useSchemaForm(bookingCorrectionSchema, {
    defaultValues: { firstName, lastName, email, phone, propertyAddress, version },
  });
  const submission = useSubmit({
    form,
    prefix: "correct",
    mutation: bookingCalls.correct,
    toVariables: (correction) => ({ id: booking._id, ...correction }),
    onDone: onClose,
    conflictOf: bookingCalls.conflictOf,
  });
  return (
    <FormDialog
      title="Correct Booking"
      recordIds={[booking._id, booking.leadId]}
      submit={{ label: "Save Correction", busyLabel: "Saving..." }}
      submission={submission}
      of={fullName(booking)}
      conflict={submission.conflict && <PresentFacts booking={submission.conflict} />}
      onClose={onClose}
    >
      <p className="text-muted">
        For what the visitor mistyped or asks to correct. Meeting, invite and link stay as they are, and no e-mail is
        sent.
      </p>
      {INPUTS.map(([path, input]) => (
        <TextField key={path} {...submission.field(path)} label={labelOf(path)} {...input} autoComplete="off" />
      ))}
      <SelectField
        {...submission.field("propertyAddress.state")}
        label={labelOf("propertyAddress.state")}
        options={Object.entries(offeredStates(facts, propertyAddress.state))}
      />
    </FormDialog>
  );
}

function PresentFacts({ booking }: { booking: AdminBooking }) {
  return (
    <p className="wrap-anywhere">
      It says now: {fullName(booking)}, {booking.email || "no e-mail address"}, {formatPhone(booking.phone)},{" "}
      {propertyLine(booking)}.
    </p>
  );
}
