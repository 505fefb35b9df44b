// How a visitor found the site: sent along with a booking or a message, so that the owner learns what paid off.
import * as z from "zod/mini";

export const VISIT_SOURCE_FIELDS = [
  "utmSource",
  "utmMedium",
  "utmCampaign",
  "utmTerm",
  "utmContent",
  "clickId",
  "referrer",
  "landingPage",
  "at",
] as const;

export type VisitSource = Partial<Record<(typeof VISIT_SOURCE_FIELDS)[number], string>>;
export type Source = { first?: VisitSource; last?: VisitSource };

const LONGEST = 500;

/** Takes anything. What is malformed in it is dropped: where somebody came from is never a reason to refuse them. */
export const sourceSchema = z.pipe(
  z.unknown(),
  z.transform((value): Source => {
    const { first, last } = asRecord(value);
    const source: Source = {};
    const firstVisit = cleanVisit(first);
    const lastVisit = cleanVisit(last);
    if (firstVisit) source.first = firstVisit;
    if (lastVisit) source.last = lastVisit;
    return source;
  }),
);

export const TOUCHES = { first: "First visit", last: "Latest visit" } as const;
export type Touch = keyof typeof TOUCHES;

const LONGEST_PART = 100;
/** What a network's own mark on a link says. Facebook marks every link that is followed there, not only advertisements. */
const CLICKS: Readonly<Record<string, string>> = {
  gclid: "Google Ads",
  gbraid: "Google Ads",
  wbraid: "Google Ads",
  msclkid: "Microsoft Ads",
  ttclid: "TikTok Ads",
  fbclid: "Facebook or Instagram",
};

/**
 * Where a visit came from, by name: the campaign's source in lower case; else the network whose mark the link bore; else
 * the host of the page before, without "www."; "" where it was typed in or nobody knows.
 */
export function sourceOf({ utmSource, clickId, referrer }: VisitSource): string {
  const click = clickId?.split(":")[0] ?? "";
  return nameOf(utmSource) || (Object.hasOwn(CLICKS, click) && CLICKS[click]) || nameOf(hostOf(referrer));
}

const LONGEST_LEAD_SOURCE = 60;

/** Where somebody first came from as sourceOf() names it, shortened; "Direct" where it was typed in, "Unknown" where nobody said. */
export function leadSource(source: Source | undefined): string {
  const visit = source?.first ?? source?.last;
  if (!visit) return "Unknown";
  return sourceOf(visit).slice(0, LONGEST_LEAD_SOURCE) || "Direct";
}

/** In lower case; "" where there was none. */
export function campaignOf({ utmCampaign }: VisitSource): string {
  return nameOf(utmCampaign);
}

/** The path of the page the visit began on; "" where it is not known. */
export function landingPageOf({ landingPage = "" }: VisitSource): string {
  const [path = ""] = pathOf(landingPage).split(/[?#]/);
  return cut(path.length > 1 ? path.replace(/\/+$/, "") || "/" : path);
}

/** So that "Postcard", "postcard " and "post  card" are two names and not four. */
function nameOf(text = ""): string {
  return cut(text.trim().replace(/\s+/g, " ")).toLowerCase();
}

function pathOf(address: string): string {
  return !address.startsWith("/") && URL.canParse(address) ? new URL(address).pathname : address;
}

function cut(text: string): string {
  return text.length > LONGEST_PART ? [...text].slice(0, LONGEST_PART).join("") : text;
}

function hostOf(url: string | undefined): string | undefined {
  return url && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : undefined;
}

function cleanVisit(value: unknown): VisitSource | undefined {
  const visit: VisitSource = {};
  const given = asRecord(value);
  for (const field of VISIT_SOURCE_FIELDS) {
    const text = given[field];
    if (typeof text === "string" && isPlainText(text)) visit[field] = text.trim().slice(0, LONGEST);
  }
  if (visit.at !== undefined && Number.isNaN(Date.parse(visit.at))) delete visit.at;
  return Object.values(visit).some(Boolean) ? visit : undefined;
}

function isPlainText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return text.trim() !== "" && text.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(text);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** "google, cpc, spring, to /" for people, with the first visit on a line of its own where it was another. */
export function describeSource({ first, last }: Source): string {
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
