import * as z from "zod/mini";
import type { Duty } from "#platform/access/duties.ts";
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

const ENDED: readonly Stage[] = ["Closed", "Lost"];

export const LOST_REASONS = {
  "sold-elsewhere": "Sold elsewhere",
  price: "Price",
  "not-selling": "Not selling",
  "no-answer": "No answer",
  "asked-to-stop": "Asked us to stop",
  "not-our-kind": "Not our kind",
  other: "Other",
} as const;
export type LostReason = keyof typeof LOST_REASONS;

export const LOST_REASON_VALUES = Object.keys(LOST_REASONS) as [LostReason, ...LostReason[]];

const MILESTONES = {
  Met: "metAt",
  "Offer made": "offeredAt",
  "Under contract": "contractAt",
  Closed: "closedAt",
} as const satisfies Partial<Record<Stage, string>>;

export const SELLER_ANSWERS = {
  yes: "Yes",
  question: "A question",
  counter: "A counter-proposal",
  no: "No, thank you",
} as const;
export type SellerAnswer = keyof typeof SELLER_ANSWERS;

export const ROLES = {
  owner: "Owner",
  spouse: "Spouse",
  heir: "Heir",
  executor: "Executor",
  agent: "Agent or attorney",
  signer: "Must sign",
  other: "Other",
} as const;
export type Role = keyof typeof ROLES;

export const ROLE_VALUES = Object.keys(ROLES) as [Role, ...Role[]];

export type Milestone = (typeof MILESTONES)[keyof typeof MILESTONES];

export type Property = {
  street?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  zipCode?: string | undefined;
};

/** Amounts are whole cents, days are yyyy-MM-dd. */
export type Amounts = {
  offerCents?: number | undefined;
  /** Of the sent offer, once the seller said yes to it. */
  acceptedCents?: number | undefined;
  contractCents?: number | undefined;
  contractDay?: string | undefined;
  closingCents?: number | undefined;
  closingDay?: string | undefined;
};

/** What staff learn about the house and its people. */
export type House = {
  situation?: string | undefined;
  language?: string | undefined;
  askingCents?: number | undefined;
  owedCents?: number | undefined;
  /** Who lives there. */
  occupants?: string | undefined;
  condition?: string | undefined;
};

export type Lead = Amounts &
  House & {
    id: string;
    personId: string;
    property: Property;
    /** Staff wrote the address at this time, so that inquiries no longer change it. */
    placedAt?: string | undefined;
    stage: Stage;
    lostReason?: LostReason | undefined;
    lostAt?: string | undefined;
    /** Ended leads need no next step, nor do leads from before the site had next steps. */
    isOpen: boolean;
    inquiries: number;
    tries: number;
    nextDueDay?: string | undefined;
    nextAssigneeId?: string | undefined;
    /** Asleep before this day, so nothing of it asks for staff. A sign of life wakes it. */
    asleepUntil?: string | undefined;
    /** The last sign of life: of the person, or of staff's work on the lead. */
    touchedAt: string;
    /** The lead that stands for this one and for all others that are joined into it. */
    joinedInto?: string | undefined;
    /** To the latest offer that was sent. */
    sellerAnswer?: SellerAnswer | undefined;
    /** When it came into its stage. Not known of leads from before the site kept it. */
    stageAt?: string | undefined;
    /** The seller has answered an offer since staff last spoke with them or moved the lead. */
    answeredAt?: string | undefined;
    /** Of the person. */
    role?: Role | undefined;
    version: number;
    createdAt: string;
    updatedAt: string;
  } & { [Name in Milestone]?: string | undefined };

/** Of a lead that sleeps until there is a sign of life. */
export const NO_DAY = "9999-12-31";

export function isAsleep({ asleepUntil = "" }: Pick<Lead, "asleepUntil">, today: string): boolean {
  return asleepUntil > today;
}

export function isEnded(stage: Stage): boolean {
  return ENDED.includes(stage);
}

export function takesOffers(stage: Stage): boolean {
  return isBefore(stage, "Under contract");
}

/** Beyond the meeting a stage is about money. */
export function dutiesForStage(stage: Stage): Duty[] {
  return stage === "Lost" || isBefore(stage, "Offer made") ? [] : ["sell"];
}

export function isBefore(stage: Stage, other: Stage): boolean {
  return STAGES.indexOf(stage) < STAGES.indexOf(other);
}

export type StageColumns = Pick<
  Lead,
  "stage" | "stageAt" | "lostReason" | "lostAt" | "isOpen" | "answeredAt" | Milestone
>;

export function stageChange(
  lead: StageColumns,
  to: Stage,
  { at, reason }: { at: Date; reason?: LostReason | undefined },
) {
  const change: StageColumns = {
    stage: to,
    stageAt: to === lead.stage ? lead.stageAt : at.toISOString(),
    isOpen: !isEnded(to),
    lostReason: to === "Lost" ? reason : undefined,
    lostAt: to === "Lost" ? at.toISOString() : undefined,
    answeredAt: undefined,
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

export function placeOf({ street, city, state, zipCode }: Property): string | undefined {
  const end = [state, zipCode].filter(Boolean).join(" ");
  return [street, city, end].filter(Boolean).join(", ") || undefined;
}

/** As placeOf. Without a street: "Address not known yet (Springfield, IL)", because a state alone says nothing. */
export function shownPlace(property: Property): string {
  if (property.street) return placeOf(property) ?? property.street;
  const town = property.city && placeOf(property);
  return town ? `Address not known yet (${town})` : "Address not known yet";
}

/** What the house costs, as far as it is known: by the contract, the seller's yes, or the latest offer. */
export function sumOf({ contractCents, acceptedCents, offerCents }: Amounts): number | undefined {
  return contractCents ?? acceptedCents ?? offerCents;
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

export function propertyKey({ street = "", zipCode = "" }: Property): string {
  const words = shortWords(street);
  return words === "" ? "" : `${words} ${zipCode.slice(0, 5)}`.trim();
}

export function searchedPlace({ street, city, state, zipCode }: Property): string {
  const line = [street, city, state, zipCode].filter(Boolean).join(" ");
  return [...new Set([wordsOf(line).join(" "), shortWords(line)])].join("\n");
}

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

/** The ZIP code of a caller's address is often not known. */
export function isSameProperty(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short !== "" && long.startsWith(`${short} `) && /^ \d{5}$/.test(long.slice(short.length));
}
