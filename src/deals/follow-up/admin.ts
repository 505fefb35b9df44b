// This is the admin API for following up leads: lists, the board, the day's work, and changes.
import * as z from "zod/mini";
import { NO_SUCH_STATE } from "#inquiries/bookings/booking.ts";
import { SITUATIONS } from "#inquiries/bookings/choices.ts";
import { US_STATES } from "#inquiries/bookings/us-states.ts";
import { UNPROVED_VALUES } from "#people/leads/call.ts";
import {
  type Lead,
  LOST_REASON_VALUES,
  propertySchema,
  ROLE_VALUES,
  SELLER_ANSWERS,
  type SellerAnswer,
  STAGES,
  stageChangeSchema,
} from "#people/leads/lead.ts";
import { nextStepSchema } from "#people/leads/next-step.ts";
import { askedCallSchema, stoppedSchema } from "#people/permissions/permission.ts";
import { isDay } from "#platform/dates.ts";
import { MAX_CENTS } from "#platform/money.ts";
import { pageSchema, paginationSchema } from "#platform/pagination.ts";
import { answerOf } from "#platform/shapes.ts";
import { freeTextSchema, lineSchema, TEXT_LIMITS } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";

export const SHOWN = {
  waiting: "Waiting for us",
  open: "Open",
  "without-step": "Without a next step",
  overdue: "Overdue",
  asleep: "Asleep",
} as const;
export type Shown = keyof typeof SHOWN;

export const SHOWN_VALUES = Object.keys(SHOWN) as [Shown, ...Shown[]];

export const SORTS = {
  came: "Newest first",
  due: "By next step",
  stage: "Longest in their stage",
  sum: "Highest sum first",
} as const;

const SORT_VALUES = Object.keys(SORTS) as [keyof typeof SORTS, ...(keyof typeof SORTS)[]];

const ONLY_MINE = z.optional(z.enum(["yes", ""], "Must be yes or empty"));

export const leadFilterSchema = z.object({
  search: z.optional(lineSchema(TEXT_LIMITS.search)),
  stage: z.optional(z.enum([...STAGES, ""], "Unknown stage")),
  show: z.optional(z.enum([...SHOWN_VALUES, ""], "Unknown choice")),
  reason: z.optional(z.enum([...LOST_REASON_VALUES, ""], "Unknown reason")),
  mine: ONLY_MINE,
  sort: z.optional(z.enum([...SORT_VALUES, ""], "Unknown order")),
});

export const leadQuerySchema = z.extend(pageSchema, leadFilterSchema.shape);

export type LeadQuery = z.infer<typeof leadQuerySchema>;

export const mineQuerySchema = z.object({ mine: ONLY_MINE });

const cents = z.optional(z.number());
const text = z.optional(z.string());

export const assigneeSchema = z.object({
  _id: z.string(),
  /** Missing if the account was deleted. */
  email: text,
  /** False if the account can no longer sign in as an admin. */
  isActive: z.boolean(),
});

const joinedSchema = z.object({
  _id: z.string(),
  person: z.object({ _id: z.string(), name: z.string() }),
  role: z.optional(z.enum(ROLE_VALUES)),
});

export type Joined = z.infer<typeof joinedSchema>;

export const leadSchema = z.object({
  _id: z.string(),
  person: z.object({
    /** This id opens the person's page. After a merge it differs from the id of the lead's person. */
    _id: z.string(),
    name: z.string(),
    email: text,
    phone: text,
    stopped: stoppedSchema,
    /** Staff may answer this one request in spite of the stop. */
    asked: z.optional(askedCallSchema),
    /** They stopped us and never came themselves: nothing is offered by which to reach them. */
    isShut: z.optional(z.boolean()),
  }),
  /** Of the person. */
  role: z.optional(z.enum(ROLE_VALUES)),
  /** Only programs or forms of other sites have brought it, and this is not known of it. */
  unproved: z.optional(z.array(z.enum(UNPROVED_VALUES))),
  /** Leads of other people about the same property that are joined into this one. */
  joined: z.optional(z.array(joinedSchema)),
  property: z.object({ street: text, city: text, state: text, zipCode: text }),
  situation: text,
  language: text,
  askingCents: cents,
  owedCents: cents,
  occupants: text,
  condition: text,
  stage: z.enum(STAGES),
  stageAt: text,
  lostReason: z.optional(z.enum(LOST_REASON_VALUES)),
  /** To the latest offer that was sent. */
  sellerAnswer: z.optional(z.enum(Object.keys(SELLER_ANSWERS) as [SellerAnswer, ...SellerAnswer[]])),
  isOpen: z.boolean(),
  /** Nothing of it asks for staff before this day. Undefined: until there is a sign of life. */
  asleep: z.optional(z.object({ until: text, since: z.string() })),
  nextStep: z.optional(z.extend(nextStepSchema, { assignee: z.optional(assigneeSchema) })),
  inquiries: z.number(),
  tries: z.number(),
  offerCents: cents,
  acceptedCents: cents,
  contractCents: cents,
  contractDay: text,
  closingCents: cents,
  closingDay: text,
  metAt: text,
  offeredAt: text,
  contractAt: text,
  closedAt: text,
  lostAt: text,
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type AdminLead = z.infer<typeof leadSchema>;
export type AdminNextStep = NonNullable<AdminLead["nextStep"]>;

export const leadListSchema = answerOf({
  leads: z.array(leadSchema),
  pagination: paginationSchema,
});

export type LeadList = z.infer<typeof leadListSchema>;

export const leadAnswerSchema = answerOf({ lead: leadSchema });
export type LeadAnswer = z.infer<typeof leadAnswerSchema>;

export const leadChangedSchema = z.extend(leadAnswerSchema, { message: z.string() });
export type LeadChanged = z.infer<typeof leadChangedSchema>;

const leadPreviewSchema = z.object({ count: z.number(), leads: z.array(leadSchema) });
export type LeadPreview = z.infer<typeof leadPreviewSchema>;

export const MAX_PREVIEW = 20;

export const boardSchema = answerOf({
  /** Today on the company's calendar. */
  today: z.string(),
  stages: z.array(
    z.extend(leadPreviewSchema, {
      stage: z.enum(STAGES),
      /** Of all that it counts: contract prices, else what sellers said yes to, else offers. */
      sumCents: z.number(),
    }),
  ),
  /** Leads from before the site had next steps. They stand in no column. */
  dormant: z.number(),
});

export type Board = z.infer<typeof boardSchema>;

export const assigneesSchema = answerOf({
  /** Lists active admins by e-mail address. `isYou` marks the caller. */
  assignees: z.array(z.object({ _id: z.string(), email: z.string(), isYou: z.boolean() })),
});

export type Assignees = z.infer<typeof assigneesSchema>;

const amountSchema = z.optional(
  z.nullable(
    z
      .int("Please enter whole cents")
      .check(z.gte(0, "Please enter an amount of 0 or more"), z.lte(MAX_CENTS, "Please enter a smaller amount")),
  ),
);
const MAX_NAME_LENGTH = 200;
const MAX_CONDITION_LENGTH = 1_000;

/** Missing values stay unchanged; null or an empty text clears. */
const shortText = z.optional(z.nullable(lineSchema(MAX_NAME_LENGTH)));
const SITUATION_VALUES = Object.keys(SITUATIONS) as [keyof typeof SITUATIONS, ...(keyof typeof SITUATIONS)[]];

const houseShape = {
  situation: z.optional(z.nullable(z.union([z.literal(""), z.enum(SITUATION_VALUES)], "Please choose a situation"))),
  language: shortText,
  askingCents: amountSchema,
  owedCents: amountSchema,
  occupants: shortText,
  condition: z.optional(z.nullable(freeTextSchema(MAX_CONDITION_LENGTH))),
};

export const HOUSE_NAMES = Object.keys(houseShape) as (keyof typeof houseShape)[];

export const HOUSE_LABELS = {
  situation: "Situation",
  language: "Language",
  askingCents: "Asking price",
  owedCents: "Mortgage and liens",
  occupants: "Who lives there",
  condition: "Condition",
} as const satisfies Record<keyof typeof houseShape, string>;

export const leadEditSchema = z.object({
  /** Of the person. */
  name: z.optional(lineSchema(MAX_NAME_LENGTH, "Please enter a name")),
  property: z.optional(
    z.extend(propertySchema, {
      state: z.optional(
        z.string(NO_SUCH_STATE).check(z.refine((code) => code === "" || Object.hasOwn(US_STATES, code), NO_SUCH_STATE)),
      ),
    }),
  ),
  ...houseShape,
  version: versionSchema,
});

export type LeadEdit = z.infer<typeof leadEditSchema>;

const daySchema = z.optional(z.nullable(z.string().check(z.refine(isDay, "Please choose a day"))));

const amountShape = {
  contractCents: amountSchema,
  contractDay: daySchema,
  closingCents: amountSchema,
  closingDay: daySchema,
};

export const AMOUNT_NAMES = Object.keys(amountShape) as (keyof typeof amountShape)[];

/** Missing values stay unchanged; null clears. */
export const amountsChangeSchema = z.object({ ...amountShape, version: versionSchema });
export type AmountsChange = z.infer<typeof amountsChangeSchema>;

/** A stage change may include amounts, so that both are saved or neither is. */
export const leadStageChangeSchema = z.safeExtend(stageChangeSchema, amountShape);
export type LeadStageChange = z.infer<typeof leadStageChangeSchema>;

const roleSchema = z.nullable(z.enum(ROLE_VALUES, "Please choose a role"));

export const joinSchema = z.object({
  /** The lead that is joined into this one. */
  leadId: z.string("Please choose a lead"),
  role: z.optional(roleSchema),
  version: versionSchema,
});

export type JoinRequest = z.infer<typeof joinSchema>;

export const roleChangeSchema = z.object({ role: roleSchema });

export const AMOUNT_LABELS = {
  contractCents: "Contract price",
  contractDay: "Contract signed on",
  closingCents: "Received at closing",
  closingDay: "Closed on",
} as const satisfies Record<keyof typeof amountShape, string>;

export type LeadAmounts = Pick<Lead, keyof typeof amountShape>;
