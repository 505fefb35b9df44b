import { isSample } from "#company/facts/claims.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { weeklyHours } from "#company/shell/opening-hours.ts";
import { SampleMark } from "./sample-mark.tsx";

export function HoursList() {
  const { businessHours, claims } = useFacts();
  return (
    <ul className="@container tabular-nums">
      {weeklyHours(businessHours).map(({ days, hours }, index, { length }) => (
        <li key={days} className="flex flex-wrap gap-x-3 py-0.5 sm:py-1">
          <span className="min-w-18 @min-[9.5em]:whitespace-nowrap">{days}</span>{" "}
          <span className="@min-[9.5em]:whitespace-nowrap">{hours}</span>
          {index === length - 1 && isSample(claims.hours) && <SampleMark />}
        </li>
      ))}
    </ul>
  );
}
