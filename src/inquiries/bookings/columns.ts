// Exported and imported files have the same columns.
import { formatTime } from "#platform/dates.ts";
import type { LeafPath } from "#platform/shapes.ts";
import type { Booking } from "./booking.ts";
import { type Fact, FORM_FACTS, FORM_PATHS, type FormPath, isOptional } from "./facts.ts";

export const LOOKED_UP_PATHS = [
  "consent.text",
  "consent.at",
  "stopped",
  "lead.stage",
  "lead.nextStep",
  "lead.nextStepDue",
] as const;
export type LookedUpPath = (typeof LOOKED_UP_PATHS)[number];

const OTHER_FACTS = {
  id: { label: "Booking ID" },
  meetingDate: { label: "Meeting date" },
  meetingTime: { label: "Meeting time", few: true, shown: formatTime },
  status: { label: "Status", few: true },
  notes: { label: "Notes" },
  "consent.text": { label: "Consent", few: true },
  "consent.at": { label: "Consent at" },
  "source.first.utmSource": { label: "First source" },
  "source.first.utmCampaign": { label: "First campaign" },
  "source.last.utmSource": { label: "Last source" },
  "source.last.utmCampaign": { label: "Last campaign" },
  "source.first.landingPage": { label: "Landing page" },
  "source.first.referrer": { label: "Referrer" },
  createdAt: { label: "Created at" },
  stopped: { label: "Do not contact", few: true },
  noShowAt: { label: "No-show" },
  leadId: { label: "Lead ID" },
  "lead.stage": { label: "Stage", few: true },
  "lead.nextStep": { label: "Next step" },
  "lead.nextStepDue": { label: "Next step due" },
} as const satisfies Partial<Record<LeafPath<Booking> | LookedUpPath, Fact>>;

export type FactPath = FormPath | keyof typeof OTHER_FACTS;

export type StoredPath = Exclude<FactPath, LookedUpPath>;

export function isStored(path: FactPath): path is StoredPath {
  return !(LOOKED_UP_PATHS as readonly FactPath[]).includes(path);
}

export const FILE_PATHS: readonly FactPath[] = [
  "id",
  ...FORM_PATHS.filter((path) => path !== "additionalInfo"),
  "meetingDate",
  "meetingTime",
  "status",
  "notes",
  "additionalInfo",
  "consent.text",
  "consent.at",
  "source.first.utmSource",
  "source.first.utmCampaign",
  "source.last.utmSource",
  "source.last.utmCampaign",
  "source.first.landingPage",
  "source.first.referrer",
  "createdAt",
  "stopped",
  "noShowAt",
  "lead.stage",
  "lead.nextStep",
  "lead.nextStepDue",
];

export const FILE_HEADINGS: readonly string[] = FILE_PATHS.map(headingOf);

/** Files without one of these are refused. */
export const REQUIRED_HEADINGS: readonly string[] = [
  ...FORM_PATHS.filter((path) => !isOptional(path)),
  "meetingDate" as const,
  "meetingTime" as const,
].map(headingOf);

export function headingOf(path: FactPath): string {
  const { heading, label } = factAt(path);
  return heading ?? label;
}

export function hasFewValues(path: FactPath): boolean {
  const { few, choices } = factAt(path);
  return few === true || choices !== undefined;
}

export function factAt(path: FactPath): Fact {
  return path in FORM_FACTS ? FORM_FACTS[path as FormPath] : OTHER_FACTS[path as keyof typeof OTHER_FACTS];
}
