import * as z from "zod/mini";
import { ALL_DUTIES, type Duty, type Verb } from "#platform/access/duties.ts";
import { isDay } from "#platform/dates.ts";
import { answerOf } from "#platform/shapes.ts";
import { lineSchema } from "#platform/text.ts";

export const KEY_SCOPES = {
  "read-leads": { label: "Read leads", hint: "Bookings, messages, calls, people, offers and figures." },
  "add-leads": { label: "Add leads", hint: "Nothing else: it reads and changes nothing." },
  form: {
    label: "Form of another site",
    hint: "It adds leads from the sites that you list, and nothing else. Visitors of the form can see this key.",
  },
  "write-leads": { label: "Read and write leads", hint: "The same, and changing them." },
  all: { label: "Everything but accounts", hint: "Leads, availability and the state of e-mail." },
} as const;

export type KeyScope = keyof typeof KEY_SCOPES;

const ABOUT_LEADS = ["answer", "sell", "numbers", "take-out", "rights"] as const;

/** The duties that a key of this scope has for each verb. An import only adds. */
const OPENED: Record<KeyScope, Partial<Record<Verb, readonly Duty[]>>> = {
  "read-leads": { read: ABOUT_LEADS },
  "add-leads": { add: ["answer"] },
  form: { add: ["answer"] },
  "write-leads": { add: [...ABOUT_LEADS, "run"], read: ABOUT_LEADS, write: ABOUT_LEADS },
  all: { add: ALL_DUTIES, read: ALL_DUTIES, write: ALL_DUTIES },
};

export function dutiesOfScope(scope: KeyScope, verb: Verb): readonly Duty[] {
  return OPENED[scope][verb] ?? [];
}

/** The maker of such a key gives these. */
export function dutiesGivenBy(scope: KeyScope): readonly Duty[] {
  return [...new Set(Object.values(OPENED[scope]).flat())];
}

export const SCOPES = Object.keys(KEY_SCOPES) as [KeyScope, ...KeyScope[]];

/** A key that is not replaced within a year probably belongs to an abandoned program. */
export const MAX_KEY_DAYS = 366;
export const MAX_KEYS = 50;
export const MAX_KEY_NAME_LENGTH = 60;

const END = "Please choose a day";

export const newKeySchema = z.object({
  name: lineSchema(MAX_KEY_NAME_LENGTH, "Name is required"),
  scope: z.enum(SCOPES, "Please choose what it may do"),
  endsOn: z.string(END).check(z.refine(isDay, END)),
});

export type NewKey = z.infer<typeof newKeySchema>;

export const KEY_STATES = {
  live: "Works",
  ended: "Ended",
  revoked: "Revoked",
  /** The key works again once its maker has the second factor that admins need. */
  paused: "Its maker has no second factor",
  /** The key works again once its maker is an active admin. */
  orphaned: "Its maker is no active admin",
} as const;

export type KeyState = keyof typeof KEY_STATES;

/** The record never contains the key itself. */
export const keySchema = z.object({
  _id: z.string(),
  name: z.string(),
  scope: z.enum(SCOPES),
  lastFour: z.string(),
  state: z.enum(Object.keys(KEY_STATES) as [KeyState, ...KeyState[]]),
  madeBy: z.nullable(z.string()),
  createdAt: z.string(),
  endsAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
});

export type Key = z.infer<typeof keySchema>;

export const keyListSchema = answerOf({ keys: z.array(keySchema) });

export type KeyList = z.infer<typeof keyListSchema>;

export const madeKeySchema = answerOf({
  message: z.string(),
  key: keySchema,
  token: z.string(),
});

export type MadeKey = z.infer<typeof madeKeySchema>;

export function actorOfKey(name: string): string {
  return `key "${name}"`;
}
