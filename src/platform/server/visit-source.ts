import type { Source, Touch, VisitSource } from "#platform/visit-source.ts";

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";

/** The columns in which a table keeps the first and the last visit: first_utm_source … last_at. */
export type VisitSourceColumns = {
  [Key in `${"first" | "last"}_${SnakeCase<keyof VisitSource>}`]: string | null;
};

const COLUMNS = {
  utmSource: "utm_source",
  utmMedium: "utm_medium",
  utmCampaign: "utm_campaign",
  utmTerm: "utm_term",
  utmContent: "utm_content",
  clickId: "click_id",
  referrer: "referrer",
  landingPage: "landing_page",
  at: "at",
} as const satisfies { [Key in keyof Required<VisitSource>]: SnakeCase<Key> };

const FIELDS = Object.keys(COLUMNS) as (keyof VisitSource)[];
const TOUCHES: readonly Touch[] = ["first", "last"];

/** Every column name, for a migration. */
export const VISIT_SOURCE_COLUMNS = TOUCHES.flatMap((touch) =>
  FIELDS.map((field) => `${touch}_${COLUMNS[field]}` as keyof VisitSourceColumns),
);

export function toVisitSourceColumns(source: Source | undefined): VisitSourceColumns {
  const entries = TOUCHES.flatMap((touch) =>
    FIELDS.map((field) => [`${touch}_${COLUMNS[field]}`, source?.[touch]?.[field] ?? null]),
  );
  return Object.fromEntries(entries) as VisitSourceColumns;
}

export function fromVisitSourceColumns(row: VisitSourceColumns): Source {
  const source: Source = {};
  for (const touch of TOUCHES) {
    const visit = visitOf(row, touch);
    if (Object.keys(visit).length > 0) source[touch] = visit;
  }
  return source;
}

/** Of columns that were read, those of one visit. */
export function visitOf(row: Partial<VisitSourceColumns>, touch: Touch): VisitSource {
  const known = FIELDS.flatMap((field) => {
    const value = row[`${touch}_${COLUMNS[field]}`];
    return value === null || value === undefined ? [] : [[field, value]];
  });
  return Object.fromEntries(known);
}

/** The columns of one of the two visits that say where it came from. */
export function sourceColumns(touch: Touch) {
  return [
    `${touch}_utm_source`,
    `${touch}_utm_campaign`,
    `${touch}_click_id`,
    `${touch}_referrer`,
    `${touch}_landing_page`,
  ] as const;
}

/** "google, cpc, spring, to /" for people, with the first visit on a line of its own where it was another. */
export function describeSource(row: VisitSourceColumns): string {
  const { first, last } = fromVisitSourceColumns(row);
  const latest = describeVisit(last ?? first);
  const earliest = describeVisit(first);
  if (!latest) return "Not known";
  return earliest && earliest !== latest ? `${latest}\nFirst visit: ${earliest}` : latest;
}

function describeVisit(visit: VisitSource | undefined): string | undefined {
  if (!visit) return undefined;
  const { utmSource, utmMedium, utmCampaign, utmTerm, referrer, landingPage, clickId } = visit;
  const came = [utmSource, utmMedium, utmCampaign, utmTerm].filter(Boolean).join(", ");
  const from = came || referrer || clickId?.split(":")[0] || "Direct";
  return landingPage ? `${from}, to ${landingPage}` : from;
}
