import { isSample } from "#company/facts/claims.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { weeklyHours } from "#company/shell/opening-hours.ts";
import { SampleMark } from "./sample-mark.tsx";

export function HoursList() {
  const { businessHours, claims } = useFacts();
  return (
    <ul className="@container tabular-nums">
      {weeklyHours(businessHours).map(({ days, hours }) => (
        <li key={days} className="flex flex-wrap gap-x-3 py-1">
          <span className="min-w-18 @min-[9.5em]:whitespace-nowrap">{days}</span>{" "}
          <span className="@min-[9.5em]:whitespace-nowrap">{hours}</span>
        </li>
      ))}
      {isSample(claims.hours) && (
        <li>
          <SampleMark />
        </li>
      )}
    </ul>
  );
}
