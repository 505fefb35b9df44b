import * as z from "zod/mini";

export const ATTRIBUTION_FIELDS = [
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

export type Attribution = Partial<Record<(typeof ATTRIBUTION_FIELDS)[number], string>>;
export type Attributions = { first?: Attribution; last?: Attribution };

/** The browser sent it with a booking or message, which then has no attribution. */
export const PRIVACY_SIGNALS = {
  gpc: "Global Privacy Control",
  dnt: "Do Not Track",
  "gpc dnt": "Global Privacy Control and Do Not Track",
} as const;

export type PrivacySignal = keyof typeof PRIVACY_SIGNALS;

const MAX_FIELD_LENGTH = 500;
/** A visit may begin with the stop link in a mail, whose path is a secret. */
const STOP_LINK = /(\/stop)\/[^/?#\s]*/gi;

/** Malformed parts are dropped: attribution is never a reason to refuse a booking. */
export const attributionSchema = z.pipe(
  z.unknown(),
  z.transform((value): Attributions => {
    const { first, last } = asRecord(value);
    const source: Attributions = {};
    const firstVisit = cleanVisit(first);
    const lastVisit = cleanVisit(last);
    if (firstVisit) source.first = firstVisit;
    if (lastVisit) source.last = lastVisit;
    return source;
  }),
);

export const TOUCHES = { first: "First visit", last: "Latest visit" } as const;
export type Touch = keyof typeof TOUCHES;

export const MAX_PART_LENGTH = 100;
const CLICKS: Readonly<Record<string, string>> = {
  gclid: "Google Ads",
  gbraid: "Google Ads",
  wbraid: "Google Ads",
  msclkid: "Microsoft Ads",
  ttclid: "TikTok Ads",
  fbclid: "Facebook or Instagram",
};
const NETWORKS = [...new Set(Object.values(CLICKS))];

export function attributedSource({ utmSource, clickId, referrer }: Attribution): string {
  const click = clickId?.split(":")[0] ?? "";
  return sourceNamed(utmSource) || (Object.hasOwn(CLICKS, click) && CLICKS[click]) || nameOf(hostOf(referrer));
}

function sourceNamed(text: string | undefined): string {
  const name = nameOf(text);
  return NETWORKS.find((network) => network.toLowerCase() === name) ?? name;
}

const MAX_LEAD_SOURCE_LENGTH = 60;

export function leadSource(source: Attributions | undefined): string {
  const visit = source?.first ?? source?.last;
  if (!visit) return "Unknown";
  return attributedSource(visit).slice(0, MAX_LEAD_SOURCE_LENGTH) || "Direct";
}

export function campaignOf({ utmCampaign }: Attribution): string {
  return nameOf(utmCampaign);
}

export function landingPageOf({ landingPage = "" }: Attribution): string {
  const [path = ""] = pathOf(landingPage).split(/[?#]/);
  return cut(path.length > 1 ? path.replace(/\/+$/, "") || "/" : path);
}

function nameOf(text = ""): string {
  return cut(text.trim().replace(/\s+/g, " ")).toLowerCase();
}

function pathOf(address: string): string {
  return !address.startsWith("/") && URL.canParse(address) ? new URL(address).pathname : address;
}

function cut(text: string): string {
  return text.length > MAX_PART_LENGTH ? [...text].slice(0, MAX_PART_LENGTH).join("") : text;
}

function hostOf(url: string | undefined): string | undefined {
  return url && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : undefined;
}

function cleanVisit(value: unknown): Attribution | undefined {
  const visit: Attribution = {};
  const given = asRecord(value);
  for (const field of ATTRIBUTION_FIELDS) {
    const text = given[field];
    if (typeof text === "string" && isPlainText(text))
      visit[field] = text.replace(STOP_LINK, "$1").trim().slice(0, MAX_FIELD_LENGTH);
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

export function describeSource({ first, last }: Attributions): string {
  const latest = describeVisit(last ?? first);
  const earliest = describeVisit(first);
  if (!latest) return "Not known";
  return earliest && earliest !== latest ? `${latest}\nFirst visit: ${earliest}` : latest;
}

function describeVisit(visit: Attribution | undefined): string | undefined {
  if (!visit) return undefined;
  const { utmSource, utmMedium, utmCampaign, utmTerm, referrer, landingPage, clickId } = visit;
  const came = [utmSource, utmMedium, utmCampaign, utmTerm].filter(Boolean).join(", ");
  const from = came || referrer || clickId?.split(":")[0] || "Direct";
  return landingPage ? `${from}, to ${landingPage}` : from;
}
