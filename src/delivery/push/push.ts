// What rings the devices of staff: by the push service of the browser in which a person has switched it on.
import * as z from "zod/mini";
import { isTime, minutesOf } from "#platform/dates.ts";
import { answerOf } from "#platform/shapes.ts";
import { lineSchema } from "#platform/text.ts";

export const PUSH_KINDS = {
  waiting: "A lead waits",
  answer: "A seller has answered",
  meeting: "A meeting is cancelled or moved",
  step: "A step is due now",
} as const;

export type PushKind = keyof typeof PUSH_KINDS;

export const MAX_DEVICES = 10;
export const EXPIRES_AFTER_MINUTES = 5;
export const ACTS_FOR_MINUTES = 15;
/** For so long the mail of a person who wants none about leads that were opened or taken is put off. */
export const MAIL_WAITS_MINUTES = 2;

const KIND_NAMES = Object.keys(PUSH_KINDS) as [PushKind, ...PushKind[]];
const MAX_ENDPOINT_LENGTH = 1_000;
const MAX_DEVICE_LENGTH = 100;
const TIME = "Please enter a time such as 22:00";
const DAYS = "Please choose days";
const ENDPOINT = "This is not the address of a push service";

const endpoint = z.string(ENDPOINT).check(
  z.maxLength(MAX_ENDPOINT_LENGTH, ENDPOINT),
  z.refine((text) => isPushAddress(text), ENDPOINT),
);
/** "" is no quiet time. */
const time = z.optional(z.string(TIME).check(z.refine((text) => text === "" || isTime(text), TIME)));
const kinds = z
  .array(z.enum(KIND_NAMES, "Unknown notice"), "Please choose what rings")
  .check(z.maxLength(KIND_NAMES.length, "Unknown notice"));
const daysOff = z.array(z.int(DAYS).check(z.gte(0, DAYS), z.lte(6, DAYS)), DAYS).check(z.maxLength(7, DAYS));

const settings = {
  kinds: z.optional(kinds),
  named: z.optional(z.boolean("Please say whether names are shown")),
  quietFrom: time,
  quietTo: time,
  daysOff: z.optional(daysOff),
  mailToo: z.optional(z.boolean("Please say whether mail comes too")),
};
const bothTimes = z.refine<{ quietFrom?: string | undefined; quietTo?: string | undefined }>(
  ({ quietFrom, quietTo }) => Boolean(quietFrom) === Boolean(quietTo),
  { error: "Please enter both times, or neither", path: ["quietTo"] },
);

/** Settings that are missing stay as they are. */
export const pushSettingsSchema = z.object(settings).check(bothTimes);

export type PushSettings = z.infer<typeof pushSettingsSchema>;

export const newSubscriptionSchema = z
  .object({
    endpoint,
    keys: z.object(
      {
        /** A point of the curve P-256, uncompressed, and 16 bytes: RFC 8291. */
        p256dh: z.string(ENDPOINT).check(z.regex(/^[A-Za-z0-9_-]{87}=?$/, ENDPOINT)),
        auth: z.string(ENDPOINT).check(z.regex(/^[A-Za-z0-9_-]{22}={0,2}$/, ENDPOINT)),
      },
      ENDPOINT,
    ),
    device: lineSchema(MAX_DEVICE_LENGTH, "Please name the device"),
    ...settings,
  })
  .check(bothTimes);

export type NewSubscription = z.infer<typeof newSubscriptionSchema>;

export const endpointSchema = z.object({ endpoint });

export const PUSH_ACTS = ["claim", "shown"] as const;

export const pushActSchema = z.object({
  token: z.string("The token is missing").check(z.maxLength(200, "The token is too long")),
  act: z.enum(PUSH_ACTS, "Unknown act"),
});

export type PushAct = z.infer<typeof pushActSchema>;

export const PUSH_STATES = ["waiting", "handed over", "expired", "failed", "shown"] as const;

export const subscriptionSchema = z.object({
  _id: z.string(),
  device: z.string(),
  /** Of the session that asks. */
  isThisDevice: z.boolean(),
  /** Made with a key that is no longer in use: nothing rings until the device subscribes anew. */
  isStale: z.boolean(),
  kinds: z.array(z.enum(KIND_NAMES)),
  named: z.boolean(),
  quietFrom: z.optional(z.string()),
  quietTo: z.optional(z.string()),
  daysOff: z.array(z.number()),
  mailToo: z.boolean(),
  createdAt: z.string(),
  /** The latest first. */
  recent: z.array(z.object({ at: z.string(), what: z.string(), state: z.enum(PUSH_STATES) })),
});

export type PushSubscription = z.infer<typeof subscriptionSchema>;

export const pushSchema = answerOf({ publicKey: z.string(), subscriptions: z.array(subscriptionSchema) });

export const subscribedSchema = answerOf({ subscription: subscriptionSchema });

/** What a device gets, encrypted for it. */
export type PushMessage = {
  title: string;
  body: string;
  /** A later message with the same tag replaces the earlier one. */
  tag: string;
  /** A path of this site. */
  url: string;
  token?: string;
  canClaim?: boolean;
};

export function leadPath(leadId: string): string {
  return `/admin/leads/${leadId}?ring`;
}

type Quiet = Pick<PushSubscription, "quietFrom" | "quietTo" | "daysOff">;

/** A night that begins on a day off belongs to that day until midnight only. */
export function isQuiet({ quietFrom, quietTo, daysOff }: Quiet, weekday: number, minutes: number): boolean {
  if (daysOff.includes(weekday)) return true;
  if (!quietFrom || !quietTo) return false;
  const [from, to] = [minutesOf(quietFrom), minutesOf(quietTo)];
  return from <= to ? from <= minutes && minutes < to : from <= minutes || minutes < to;
}

/** As browsers give it, without what a URL leaves out or replaces. */
function isPushAddress(text: string): boolean {
  if (!/^[!-~]+$/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return protocol === "https:" && username === "" && password === "" && hash === "";
}
