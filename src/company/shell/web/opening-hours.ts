import { currentFacts } from "#company/facts/facts.ts";
import { CLOSURES_PATH, type Closures, openingAt } from "#company/shell/opening-hours.ts";

/** Built pages cannot know the current state, so the element is empty until its script has loaded the closures. */
export function startOpening(): void {
  const places = document.querySelectorAll<HTMLElement>("[data-open-now]");
  if (places.length === 0) return;
  const show = ({ isOpen, text }: OpeningText) => {
    for (const place of places) {
      place.textContent = text;
      place.dataset.openNow = isOpen ? "open" : "closed";
    }
  };
  const bySite = openingText(new Date(), siteClosures());
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

/** If the server does not answer, the published closures apply. */
export async function readOpening(): Promise<OpeningText> {
  closures ??= fetch(CLOSURES_PATH)
    .then((answer) => (answer.ok ? answer.json() : undefined))
    .then((body) => body?.closures ?? siteClosures())
    .catch(siteClosures);
  return openingText(new Date(), await closures);
}

/** The distance is large enough that the answer usually arrives before the element is visible. */
const NEARBY = "400px";

let closures: Promise<Closures> | undefined;

export type OpeningText = { isOpen: boolean; text: string };

function siteClosures(): Closures {
  return currentFacts().bookingRules.closedDates.map(({ date }) => ({ from: date, to: date }));
}

function openingText(now: Date, closures: Closures): OpeningText {
  const { businessHours: hours, timeZone } = currentFacts();
  const opening = openingAt(now, { hours, timeZone, closures });
  if (opening.open) return { isOpen: true, text: `Open now, until ${opening.until}` };
  return { isOpen: false, text: `Closed now${opening.opens && `, opens ${opening.opens}`}` };
}
