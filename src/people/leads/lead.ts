// A lead is one property of one person, from the first inquiry to the closing. Stage, next step and offers belong to it.
import * as z from "zod/mini";
import { lineSchema } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";

export const STAGES = [
  "New",
  "Contacted",
  "Meeting set",
  "Met",
  "Offer made",
  "Under contract",
  "Closed",
  "Lost",
] as const;
export type Stage = (typeof STAGES)[number];

/** A lead in one of these needs no next step. */
const ENDED: readonly Stage[] = ["Closed", "Lost"];

export const LOST_REASONS = {
  "sold-elsewhere": "Sold elsewhere",
  price: "Price",
  "not-selling": "Not selling",
  "no-answer": "No answer",
  "not-our-kind": "Not our kind",
  other: "Other",
} as const;
export type LostReason = keyof typeof LOST_REASONS;

export const LOST_REASON_VALUES = Object.keys(LOST_REASONS) as [LostReason, ...LostReason[]];

/** The instant at which a lead reached a stage is kept for these. */
const MILESTONES = {
  Met: "metAt",
  "Offer made": "offeredAt",
  "Under contract": "contractAt",
  Closed: "closedAt",
} as const satisfies Partial<Record<Stage, string>>;

export type Milestone = (typeof MILESTONES)[keyof typeof MILESTONES];

export type Property = {
  street?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  zipCode?: string | undefined;
};

/** Whole cents. Days are yyyy-MM-dd. */
export type Amounts = {
  /** The latest offer that was sent. */
  offerCents?: number | undefined;
  contractCents?: number | undefined;
  contractDay?: string | undefined;
  /** What the company received when it sold or assigned the house. */
  closingCents?: number | undefined;
  closingDay?: string | undefined;
};

export type Lead = Amounts & {
  id: string;
  personId: string;
  property: Property;
  situation?: string | undefined;
  stage: Stage;
  lostReason?: LostReason | undefined;
  lostAt?: string | undefined;
  /** Whether it asks for a next step: not of ended leads, and not of those from before the site had next steps. */
  isOpen: boolean;
  /** Bookings, messages and calls that belong to it. */
  inquiries: number;
  /** How often staff tried to reach the person. */
  tries: number;
  nextDueDay?: string | undefined;
  nextAssigneeId?: string | undefined;
  version: number;
  /** When the first inquiry came in. */
  createdAt: string;
  updatedAt: string;
} & { [Name in Milestone]?: string | undefined };

export function isEnded(stage: Stage): boolean {
  return ENDED.includes(stage);
}

/** From the contract on there is nothing to offer. */
export function takesOffers(stage: Stage): boolean {
  return isBefore(stage, "Under contract");
}

/** By the order of the pipeline. Lost is beyond all others. */
export function isBefore(stage: Stage, other: Stage): boolean {
  return STAGES.indexOf(stage) < STAGES.indexOf(other);
}

export type StageColumns = Pick<Lead, "stage" | "lostReason" | "lostAt" | "isOpen" | Milestone>;

/** What a change of stage does to the milestones: the new stage's is set, and those that no longer hold are taken away. */
export function stageChange(
  lead: StageColumns,
  to: Stage,
  { at, reason }: { at: Date; reason?: LostReason | undefined },
) {
  const change: StageColumns = {
    stage: to,
    isOpen: !isEnded(to),
    lostReason: to === "Lost" ? reason : undefined,
    lostAt: to === "Lost" ? at.toISOString() : undefined,
    metAt: undefined,
    offeredAt: undefined,
    contractAt: undefined,
    closedAt: undefined,
  };
  for (const [stage, name] of Object.entries(MILESTONES) as [Stage, Milestone][]) {
    // A lost lead keeps how far it came, except the closing that did not happen.
    const holds = to === "Lost" ? stage !== "Closed" : !isBefore(to, stage);
    if (holds) change[name] = lead[name] ?? (stage === to ? at.toISOString() : undefined);
  }
  return change;
}

const MAX_WHERE_LENGTH = 200;
const MAX_CITY_LENGTH = 100;

export const propertySchema = z.object({
  street: z.optional(lineSchema(MAX_WHERE_LENGTH)),
  city: z.optional(lineSchema(MAX_CITY_LENGTH)),
  state: z.optional(lineSchema(2)),
  zipCode: z.optional(lineSchema(10)),
});

export const stageChangeSchema = z
  .object({
    stage: z.enum(STAGES, "Please choose a stage"),
    reason: z.optional(z.enum(LOST_REASON_VALUES, "Please choose a reason")),
    version: versionSchema,
  })
  .check(
    z.refine(({ stage, reason }) => stage !== "Lost" || reason !== undefined, {
      error: "Please choose a reason",
      path: ["reason"],
    }),
  );

export type StageChange = z.infer<typeof stageChangeSchema>;

/** "12 Elm Street, Springfield, IL 62704"; undefined if nothing is known. */
export function placeOf({ street, city, state, zipCode }: Property): string | undefined {
  const end = [state, zipCode].filter(Boolean).join(" ");
  return [street, city, end].filter(Boolean).join(", ") || undefined;
}

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  street: "st",
  avenue: "ave",
  road: "rd",
  drive: "dr",
  lane: "ln",
  court: "ct",
  boulevard: "blvd",
  place: "pl",
  circle: "cir",
  parkway: "pkwy",
  highway: "hwy",
  terrace: "ter",
  apartment: "apt",
  north: "n",
  south: "s",
  east: "e",
  west: "w",
};

/** Equal for the usual spellings of one address: "12 Elm Street" and "12 elm st." in one ZIP area. "" without a street. */
export function propertyKey({ street = "", zipCode = "" }: Property): string {
  const words = shortWords(street);
  return words === "" ? "" : `${words} ${zipCode.slice(0, 5)}`.trim();
}

/** What a search for a place looks in: the address as it was written, and in the usual short forms. */
export function searchedPlace({ street, city, state, zipCode }: Property): string {
  const line = [street, city, state, zipCode].filter(Boolean).join(" ");
  return [...new Set([wordsOf(line).join(" "), shortWords(line)])].join("\n");
}

/** "1422 Elm Street, Springfield" becomes "1422 elm st springfield". */
export function shortWords(text: string): string {
  return wordsOf(text)
    .map((word) => ABBREVIATIONS[word] ?? word)
    .join(" ");
}

function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .split(" ")
    .filter(Boolean);
}

/** Whether two keys may name one property: the ZIP code of a caller's address is often not known. */
export function isSameProperty(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short !== "" && long.startsWith(`${short} `) && /^ \d{5}$/.test(long.slice(short.length));
}
