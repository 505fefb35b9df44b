import { keepPreviousData, mutationOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useFormState } from "react-hook-form";
import * as z from "zod/mini";
import {
  type AdminBooking,
  placeSchemaOf,
  type WhereaboutsAnswer,
  type WhereaboutsChange,
  whereaboutsChangeSchema,
} from "#inquiries/bookings/admin.ts";
import { isUpcoming } from "#inquiries/bookings/booking.ts";
import { TOLD } from "#inquiries/bookings/whereabouts.ts";
import { callApi } from "#platform/web/api.ts";
import { conflictIn } from "#platform/web/conflict.ts";
import { ConflictNote } from "#platform/web/dialogs/conflict-note.tsx";
import { DetailSection } from "#platform/web/dialogs/details.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { LoadError } from "#platform/web/ui/load-error.tsx";
import { bookingKeys } from "../query-keys.ts";

const pathOf = (id: string) => `/api/bookings/${id}/whereabouts`;

const saveWhereabouts = mutationOptions({
  mutationFn: ({ id, ...body }: WhereaboutsChange & { id: string }) =>
    callApi<WhereaboutsAnswer>(pathOf(id), { method: "PATCH", body }),
  meta: { mayChange: [bookingKeys.all], success: "Saved", fallback: "Failed to save where you meet" },
});

/** Where staff and visitor meet, if the visitor has to be told. */
export function WhereaboutsSection({ booking }: { booking: AdminBooking }) {
  const { _id: id, version } = booking;
  const told = TOLD[booking.meetingType];
  const { data, isError, refetch } = useQuery({
    queryKey: bookingKeys.whereabouts(id, version),
    queryFn: ({ signal }) => callApi<WhereaboutsAnswer>(pathOf(id), { signal }),
    enabled: told !== undefined,
    // The form stays, and with it the focus.
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to load where you meet" },
  });
  if (!told) return null;
  return (
    <DetailSection title={told.label}>
      {isError && <LoadError onRetry={() => refetch()}>Failed to load where you meet</LoadError>}
      {data && (
        <>
          <p className="wrap-anywhere">
            {data.told && told.label === "Link" ? (
              <a href={data.told} className="link" rel="noreferrer">
                {data.told}
              </a>
            ) : (
              (data.told ?? "Not told yet.")
            )}
          </p>
          {isUpcoming(booking) && <WhereaboutsForm key={id} booking={booking} present={data} />}
        </>
      )}
    </DetailSection>
  );
}

function WhereaboutsForm({ booking, present }: { booking: AdminBooking; present: WhereaboutsAnswer }) {
  const { _id: id, email, meetingType: type } = booking;
  const isLink = TOLD[type]?.label === "Link";
  const { place, hostId, hosts, version } = present;
  const form = useSchemaForm(z.extend(whereaboutsChangeSchema, { place: placeSchemaOf(type) }), {
    defaultValues: { place, hostId, version },
  });
  const { isDirty } = useFormState({ control: form.control });
  // What is being edited keeps the version that it was read with, so that it does not replace what a colleague has saved since.
  useEffect(() => {
    if (!isDirty) form.reset({ place, hostId, version });
  }, [isDirty, form, place, hostId, version]);
  const { onSubmit, isBusy, field, refusal, conflict, submittedAt } = useSubmit({
    form,
    prefix: "whereabouts",
    mutation: saveWhereabouts,
    toVariables: (change) => ({ id, ...change }),
    onDone: ({ place, hostId, version }) => form.reset({ place, hostId, version }),
    conflictOf: (error) => conflictIn<AdminBooking>(error, "booking"),
  });
  return (
    <form method="post" noValidate className="mt-3 grid gap-4 print:hidden" onSubmit={onSubmit}>
      {conflict && (
        <ConflictNote>
          <p>What they have saved stands above.</p>
        </ConflictNote>
      )}
      {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
      {isLink && hosts.length > 0 && (
        <SelectField
          {...field("hostId")}
          label="Held by"
          optional
          emptyLabel="Nobody yet"
          options={hosts.map(({ _id, name }) => [_id, name] as const)}
        />
      )}
      <TextField
        {...field("place")}
        label={isLink ? "Link of this meeting" : "Address of this meeting"}
        optional
        {...(isLink && { type: "url", placeholder: "https://" })}
        hint={email ? "We e-mail it to them, with an invite." : "They have no e-mail address: please tell them."}
        autoComplete="off"
      />
      <div>
        <Button type="submit" variant="outline" size="compact" busyLabel={isBusy && "Saving..."}>
          {email ? "Save and Tell Them" : "Save"}
        </Button>
      </div>
    </form>
  );
}
