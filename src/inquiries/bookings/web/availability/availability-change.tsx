import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Availability,
  type AvailabilityAnswer,
  describeChange,
  type Outside,
} from "#inquiries/bookings/availability.ts";
import { errorText } from "#platform/web/api.ts";
import { Dialog } from "#platform/web/dialogs/dialog.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { checkAvailability, saveAvailability, useAvailability } from "./availability-queries.ts";
import { OutsideList } from "./outside-list.tsx";

type Props = {
  label: string;
  loaded: AvailabilityAnswer;
  change: (present: Availability) => Availability;
  isDisabled?: boolean;
};

/** One press asks with what would change, a second one saves it. */
export function AvailabilityChange({ label, loaded, change, isDisabled = false }: Props) {
  const { refetch } = useAvailability();
  const check = useMutation(checkAvailability);
  const save = useMutation(saveAvailability);
  const [asked, setAsked] = useState<{ availability: Availability; outside: Outside }>();
  const ask = () => {
    const availability = change(loaded.availability);
    save.reset();
    check.mutate(
      { availability, version: loaded.version },
      { onSuccess: ({ outside }) => setAsked({ availability, outside }) },
    );
  };
  const close = () => {
    setAsked(undefined);
    // Another admin may have changed it in the meantime.
    void refetch();
  };
  return (
    <>
      <Button
        variant="outline"
        size="compact"
        className="mt-2 min-h-11"
        disabled={isDisabled}
        busyLabel={check.isPending && "Looking at the bookings..."}
        onClick={ask}
      >
        {label}
      </Button>
      {check.error && (
        <FormRefusal key={check.submittedAt}>
          {errorText(check.error, "Failed to look through the bookings")}
        </FormRefusal>
      )}
      {asked && (
        <Dialog
          title="Change when visitors can book?"
          onClose={close}
          actions={
            <>
              <Button variant="outline" onClick={close}>
                Go Back
              </Button>
              <Button
                busyLabel={save.isPending && "Saving..."}
                onClick={() =>
                  save.mutate({ availability: asked.availability, version: loaded.version }, { onSuccess: close })
                }
              >
                Save Availability
              </Button>
            </>
          }
        >
          {save.error && (
            <FormRefusal key={save.submittedAt}>{errorText(save.error, "Failed to save the availability")}</FormRefusal>
          )}
          <p className="wrap-anywhere">
            {describeChange(loaded.availability, asked.availability) || "Nothing changes"}.
          </p>
          {asked.outside.total > 0 && (
            <>
              <p className="mt-3 mb-2">These bookings then are outside. They stay, and nobody is told:</p>
              <OutsideList outside={asked.outside} />
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
