import { openingAt } from "#platform/opening-hours.ts";
import { bookingRules, businessHours, timeZone } from "#site";

/** Says in every [data-open-now] whether somebody picks up now. Built pages cannot know, so without a script it stays empty. */
export function showOpening(now: Date): void {
  const { isOpen, text } = openingText(now);
  for (const place of document.querySelectorAll<HTMLElement>("[data-open-now]")) {
    place.textContent = text;
    place.dataset.openNow = isOpen ? "open" : "closed";
  }
}

export function openingText(now: Date): { isOpen: boolean; text: string } {
  const opening = openingAt(now, { hours: businessHours, timeZone, closedDates: bookingRules.closedDates });
  if (opening.open) return { isOpen: true, text: `Open now, until ${opening.until}` };
  return { isOpen: false, text: `Closed now${opening.opens && `, opens ${opening.opens}`}` };
}
