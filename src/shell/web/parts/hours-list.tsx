import { weeklyHours } from "#shell/opening-hours.ts";
import { businessHours } from "#site";

/** The business hours, a line each; a range is never broken in two. */
export function HoursList() {
  return (
    <ul className="hours-list tabular">
      {weeklyHours(businessHours).map(({ days, hours }) => (
        <li key={days}>
          <span>{days}</span> <span>{hours}</span>
        </li>
      ))}
    </ul>
  );
}
