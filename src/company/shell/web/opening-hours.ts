import { bookingRules, businessHours, timeZone } from "#company/facts/facts.ts";
import { CLOSURES_PATH, type Closures, openingAt } from "#company/shell/opening-hours.ts";

const SITE_CLOSURES: Closures = bookingRules.closedDates.map(({ date }) => ({ from: date, to: date }));

/**
 * Writes into every [data-open-now] whether the phone is answered now. Built pages cannot know this, so it is empty without
 * a script. The owner's closures are requested when the element comes near the viewport; until then nothing is called open.
 */
export function startOpening(): void {
  const places = document.querySelectorAll<HTMLElement>("[data-open-now]");
  if (places.length === 0) return;
  const show = ({ isOpen, text }: OpeningText) => {
    for (const place of places) {
      place.textContent = text;
      place.dataset.openNow = isOpen ? "open" : "closed";
    }
  };
  const bySite = openingText(new Date(), SITE_CLOSURES);
  if (!bySite.isOpen) show(bySite);
  const nearby = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      nearby.disconnect();
      void readOpening().then(show);
    },
    { rootMargin: NEARBY },
  );
  for (const place of places) nearby.observe(place);
}

/** Whether the phone is answered now, by the owner's closures; by site.config.ts alone if the server does not answer. */
export async function readOpening(): Promise<OpeningText> {
  closures ??= fetch(CLOSURES_PATH)
    .then((answer) => (answer.ok ? answer.json() : undefined))
    .then((body) => body?.closures ?? SITE_CLOSURES)
    .catch(() => SITE_CLOSURES);
  return openingText(new Date(), await closures);
}

/** Far enough ahead that the answer usually arrives before the element is visible. */
const NEARBY = "400px";

let closures: Promise<Closures> | undefined;

export type OpeningText = { isOpen: boolean; text: string };

function openingText(now: Date, closed: Closures): OpeningText {
  const opening = openingAt(now, { hours: businessHours, timeZone, closures: closed });
  if (opening.open) return { isOpen: true, text: `Open now, until ${opening.until}` };
  return { isOpen: false, text: `Closed now${opening.opens && `, opens ${opening.opens}`}` };
}
