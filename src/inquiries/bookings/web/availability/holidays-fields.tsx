import { useWatch } from "react-hook-form";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { Availability } from "#inquiries/bookings/availability.ts";
import { holidayClosures } from "#inquiries/bookings/holidays.ts";
import { formatDay, wallClock } from "#platform/dates.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import type { FieldsProps } from "./availability-input.ts";

type Years = Availability["holidays"];

/** Shows this year, the next, and later years that are already switched on. */
export function HolidaysFields({ form, wiringOf }: FieldsProps) {
  const { timeZone } = useFacts();
  const holidays: Years = useWatch({ control: form.control, name: "holidays" });
  const thisYear = Number(wallClock(new Date(), timeZone).day.slice(0, 4));
  const later = holidays.map(({ year }) => year).filter((year) => year > thisYear + 1);
  return (
    <div className="grid gap-6">
      {[thisYear, thisYear + 1, ...later].map((year) => (
        <Year
          key={year}
          year={year}
          id={wiringOf("holidays").id}
          open={holidays.find((one) => one.year === year)?.open}
          onChange={(open) => {
            const others = holidays.filter((one) => one.year !== year);
            const years = open ? [...others, { year, open }] : others;
            form.setValue(
              "holidays",
              years.sort((one, other) => one.year - other.year),
              { shouldDirty: true },
            );
          }}
        />
      ))}
    </div>
  );
}

type YearProps = {
  id: string;
  year: number;
  /** The company works on these holidays. Undefined if the year's holidays are switched off. */
  open: readonly string[] | undefined;
  onChange: (open: string[] | undefined) => void;
};

function Year({ id, year, open, onChange }: YearProps) {
  return (
    <div>
      <Checkbox
        id={`${id}-${year}`}
        label={`Closed on the federal holidays of ${year}`}
        checked={open !== undefined}
        onChange={(event) => onChange(event.target.checked ? [] : undefined)}
      />
      {open && (
        <fieldset className="mt-3 ml-9">
          <legend className="sr-only">Holidays of {year} on which you are closed</legend>
          <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
            {holidayClosures(year).map(({ date, reason }) => (
              <Checkbox
                key={date}
                id={`${id}-${date}`}
                label={reason}
                hint={formatDay(date, "full")}
                checked={!open.includes(date)}
                onChange={(event) =>
                  onChange(event.target.checked ? open.filter((day) => day !== date) : [...open, date].sort())
                }
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}
