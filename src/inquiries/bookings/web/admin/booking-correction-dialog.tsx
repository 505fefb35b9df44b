import { type AdminBooking, bookingCorrectionSchema } from "#inquiries/bookings/admin.ts";
import { fullName, propertyLine } from "#inquiries/bookings/booking.ts";
import { BOOKING_LIMITS } from "#inquiries/bookings/choices.ts";
import { US_STATES } from "#inquiries/bookings/us-states.ts";
import { formatPhone } from "#platform/phone.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { Field } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { correctBooking } from "./admin-queries.ts";
import { conflictOf } from "./present-state.tsx";

const TEXTS = [
  { name: "firstName", id: "correct-firstName", label: "First name", limit: BOOKING_LIMITS.name },
  { name: "lastName", id: "correct-lastName", label: "Last name", limit: BOOKING_LIMITS.name },
  { name: "email", id: "correct-email", label: "Email", type: "email" },
  { name: "phone", id: "correct-phone", label: "Phone", type: "tel" },
  { name: "propertyAddress.street", id: "correct-street", label: "Street address", limit: BOOKING_LIMITS.street },
  { name: "propertyAddress.city", id: "correct-city", label: "City", limit: BOOKING_LIMITS.city },
  { name: "propertyAddress.zipCode", id: "correct-zipCode", label: "ZIP code" },
] as const;
const STATE_ID = "correct-state";
const STATES = Object.entries(US_STATES);
const IDS = {
  ...Object.fromEntries(TEXTS.map(({ name, id }) => [name, id])),
  "propertyAddress.state": STATE_ID,
} as Record<(typeof TEXTS)[number]["name"] | "propertyAddress.state", string>;

export function BookingCorrectionDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const { firstName, lastName, email, phone, propertyAddress, version } = booking;
  const form = useSchemaForm(bookingCorrectionSchema, {
    defaultValues: { firstName, lastName, email, phone, propertyAddress, version },
  });
  const { register } = form;
  const submission = useSubmit({
    form,
    ids: IDS,
    mutation: correctBooking,
    toVariables: (correction) => ({ id: booking._id, ...correction }),
    onDone: onClose,
    conflictOf,
  });
  return (
    <FormDialog
      title="Correct Booking"
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
      {TEXTS.map(({ name, id, label, ...input }) => (
        <Field key={name} id={id} label={label} error={submission.errorOf(name)}>
          {(wiring) => (
            <Input
              {...wiring}
              {...register(name)}
              type={"type" in input ? input.type : "text"}
              maxLength={"limit" in input ? input.limit : undefined}
              autoComplete="off"
            />
          )}
        </Field>
      ))}
      <Field id={STATE_ID} label="State" error={submission.errorOf("propertyAddress.state")}>
        {(wiring) => <Select {...wiring} {...register("propertyAddress.state")} options={STATES} />}
      </Field>
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
