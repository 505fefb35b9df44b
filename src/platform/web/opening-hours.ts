import { openingAt } from "#platform/opening-hours.ts";
import { bookingRules, businessHours, timeZone } from "#site";

/** Says in every [data-open-now] whether somebody picks up now. Built pages cannot know, so without a script it stays empty. */
export function showOpening(now: Date): void {
  const opening = openingAt(now, { hours: businessHours, timeZone, closedDates: bookingRules.closedDates });
  const text = opening.open
    ? `Open now, until ${opening.until}`
    : `Closed now${opening.opens && `, opens ${opening.opens}`}`;
  for (const place of document.querySelectorAll<HTMLElement>("[data-open-now]")) {
    place.textContent = text;
    place.dataset.openNow = opening.open ? "open" : "closed";
  }
}
