import { errorText } from "#platform/web/api.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { useDesk } from "../desk-context.ts";
import { useFindPlace } from "../queries.ts";

/** The ZIP code says where it is within some kilometers; the rest is done by hand. */
export function FindPlace() {
  const { form } = useDesk();
  const search = useFindPlace();
  const find = () =>
    search.mutate(form.getValues("company.address.zipCode"), {
      onSuccess: (place) => {
        if (!place) return;
        form.setValue("company.coordinates.latitude", String(place.latitude), { shouldDirty: true });
        form.setValue("company.coordinates.longitude", String(place.longitude), { shouldDirty: true });
      },
    });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="outline" busyLabel={search.isPending && "Looking..."} onClick={find}>
        <Icon name="icon-map-pin" />
        Find the Place on the Map
      </Button>
      <p role="status" className="text-muted">
        {search.isSuccess && (search.data ? "Near your ZIP code. Correct it below." : "This ZIP code is not known.")}
        {search.isError && errorText(search.error, "Failed to find the place")}
      </p>
    </div>
  );
}
