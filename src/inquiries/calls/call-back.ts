import * as z from "zod/mini";
import { WISHES } from "#company/shell/call-back.ts";
import { promiseSchema } from "#inquiries/roster/promised.ts";
import { attributionSchema } from "#people/leads/attribution.ts";
import { noticeSchema } from "#people/permissions/permission.ts";
import { containsAddress, mailedLineSchema } from "#platform/addresses-in-text.ts";
import { parseTime } from "#platform/dates.ts";
import { answerOf } from "#platform/shapes.ts";
import { lineSchema, phoneSchema } from "#platform/text.ts";
import { CALL_LIMITS } from "./call.ts";

const MAX_ADDRESS_LENGTH = 200;
const UNKNOWN_TIME = "Please choose a time";

const wishSchema = z.string(UNKNOWN_TIME).check(
  z.overwrite((text) => (WISHES.some(([wish]) => wish === text) ? text : (parseTime(text) ?? ""))),
  z.refine((wish) => wish !== "", UNKNOWN_TIME),
);

/** It came along from another field, so a mistake in it is never a reason to refuse a call. */
const addressSchema = z.pipe(
  z.unknown(),
  z.transform((value): string => {
    const { success, data } = lineSchema(MAX_ADDRESS_LENGTH).safeParse(value);
    return success && !containsAddress(data) ? data : "";
  }),
);

/** The body of POST /api/call-backs, as JSON or from a form. Unknown keys are ignored. */
export const newCallBackSchema = z.object({
  phone: phoneSchema("Phone is required"),
  name: z.optional(mailedLineSchema(CALL_LIMITS.name)),
  /** "now", "this evening", "tomorrow morning", or a time on the company's clock. */
  when: z._default(wishSchema, "now"),
  /** One line, as it was typed. */
  address: z.optional(addressSchema),
  /** Of the words of agreement that the form showed. */
  wordsVersion: z.optional(noticeSchema.shape.version),
  siteVersion: noticeSchema.shape.siteVersion,
  source: z.optional(attributionSchema),
  /** The address of the page on which a form without script was first sent; a refusal of it is answered elsewhere. */
  page: z.optional(z.unknown()),
  /** The honeypot: people do not see this field. */
  website: z.optional(z.unknown()),
});

export type NewCallBack = z.infer<typeof newCallBackSchema>;

export const callBackAskedSchema = answerOf({
  message: z.string(),
  /** The first instant at which people may be called then. */
  callFrom: z.string(),
  /** They may not be called at the time that they asked for. */
  isLater: z.boolean(),
  /** Who of us calls by when, and what to say once that time is over. */
  promise: z.optional(z.extend(promiseSchema, { late: z.string() })),
});
