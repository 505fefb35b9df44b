import { FACT_LIMITS } from "#company/facts/limits.ts";
import { US_STATES } from "#inquiries/bookings/us-states.ts";
import { errorText } from "#platform/web/api.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { useDesk } from "../desk-context.ts";
import { ClaimFields } from "../fields/claim-fields.tsx";
import { FieldGroup } from "../fields/fields.tsx";
import { useFindPlace } from "../queries.ts";

const ADDRESS = ["company.address"];

export function CompanySection() {
  const { field, saved } = useDesk();
  const { state } = saved.company.address;
  const states: [string, string][] = Object.entries(US_STATES).map(([code, name]) => [code, `${name} (${code})`]);
  return (
    <>
      <FieldGroup title="Name">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...field("company.name")}
            label="Name of the company"
            hint="In full, as in e-mails and the terms."
            maxLength={FACT_LIMITS.name}
          />
          <TextField
            {...field("company.shortName")}
            label="Short name"
            hint="Shown next to the logo and in page titles."
            maxLength={FACT_LIMITS.name}
          />
        </div>
      </FieldGroup>
      <FieldGroup title="Contact person">
        <TextField
          {...field("company.contactPerson")}
          label="Contact person"
          hint="As in “You will speak with Dana”."
          maxLength={FACT_LIMITS.line}
        />
        <ClaimFields path="claims.contactPerson" about={["company.contactPerson"]} what="this person" />
      </FieldGroup>
      <FieldGroup title="Service area">
        <TextField
          {...field("company.areaServed")}
          label="Service area"
          hint="Where you buy houses."
          maxLength={FACT_LIMITS.line}
        />
        <ClaimFields path="claims.areaServed" about={["company.areaServed"]} what="this area" />
      </FieldGroup>
      <FieldGroup title="Phone number">
        <TextField {...field("company.phone")} label="Phone number" type="tel" maxLength={FACT_LIMITS.line} />
        <ClaimFields path="claims.phone" about={["company.phone"]} what="this phone number" />
      </FieldGroup>
      <FieldGroup title="E-mail address">
        <TextField
          {...field("company.email")}
          label="E-mail address"
          type="email"
          hint="People write to it, and our e-mails name it."
        />
        <ClaimFields path="claims.email" about={["company.email"]} what="this e-mail address" />
      </FieldGroup>
      <FieldGroup title="Address">
        <TextField {...field("company.address.street")} label="Street" maxLength={FACT_LIMITS.line} />
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <TextField {...field("company.address.city")} label="City" maxLength={FACT_LIMITS.line} />
          <SelectField
            {...field("company.address.state")}
            label="State"
            options={state in US_STATES ? states : [...states, [state, state]]}
          />
          <TextField {...field("company.address.zipCode")} label="ZIP code" inputMode="numeric" maxLength={10} />
        </div>
        <ClaimFields path="claims.address" about={ADDRESS} what="this address" />
      </FieldGroup>
      <FieldGroup title="Place on the map">
        <MapPlace />
        <ClaimFields path="claims.place" about={["company.coordinates"]} what="this place" />
      </FieldGroup>
    </>
  );
}

/** The ZIP code says where it is within some kilometers; the rest is done by hand. */
function MapPlace() {
  const { field, form } = useDesk();
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
    <>
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
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field("company.coordinates.latitude")}
          label="Latitude"
          hint="North of the equator, such as 39.80172."
          inputMode="decimal"
        />
        <TextField
          {...field("company.coordinates.longitude")}
          label="Longitude"
          hint="With a minus in the US, such as -89.64371."
          inputMode="decimal"
        />
      </div>
      <p className="text-muted">In most online maps you see both after a right click on your house.</p>
    </>
  );
}
