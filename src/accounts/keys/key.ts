// A key lets a program call the API in the name of nobody: it has a name of its own, and opens less than an account.
import * as z from "zod/mini";
import { isDay } from "#platform/dates.ts";
import { answerOf } from "#platform/shapes.ts";
import { lineSchema } from "#platform/text.ts";

/** What a route is about. Keys open no other route. */
export type KeyArea = "leads" | "site";

export const KEY_SCOPES = {
  "read-leads": { label: "Read leads", hint: "Bookings, messages, calls, people, offers and figures." },
  "write-leads": { label: "Read and write leads", hint: "The same, and changing them." },
  all: { label: "Everything but accounts", hint: "Leads, availability and the state of e-mail." },
} as const;

export type KeyScope = keyof typeof KEY_SCOPES;

const OPENED: Record<KeyScope, { areas: readonly KeyArea[]; writes: boolean }> = {
  "read-leads": { areas: ["leads"], writes: false },
  "write-leads": { areas: ["leads"], writes: true },
  all: { areas: ["leads", "site"], writes: true },
};

export type KeyUse = { area: KeyArea; isReading: boolean };

export function opens(scope: KeyScope, { area, isReading }: KeyUse): boolean {
  return OPENED[scope].areas.includes(area) && (isReading || OPENED[scope].writes);
}

export const SCOPES = Object.keys(KEY_SCOPES) as [KeyScope, ...KeyScope[]];

/** A key that nobody replaces in a year belongs to a program that nobody looks after. */
export const MAX_KEY_DAYS = 366;
/** Of keys that work. */
export const MAX_KEYS = 50;
export const MAX_KEY_NAME_LENGTH = 60;

const END = "Please choose a day";

export const newKeySchema = z.object({
  name: lineSchema(MAX_KEY_NAME_LENGTH, "Name is required"),
  scope: z.enum(SCOPES, "Please choose what it may do"),
  /** The last day that it works, in the company's time zone. */
  endsOn: z.string(END).check(z.refine(isDay, END)),
});

export type NewKey = z.infer<typeof newKeySchema>;

export const KEY_STATES = {
  live: "Works",
  ended: "Ended",
  revoked: "Revoked",
  /** Works again when its maker has the second factor that admins need. */
  paused: "Its maker has no second factor",
  /** Works again when its maker is an active admin again. */
  orphaned: "Its maker is no active admin",
} as const;

export type KeyState = keyof typeof KEY_STATES;

/** Never contains the key itself. */
export const keySchema = z.object({
  _id: z.string(),
  name: z.string(),
  scope: z.enum(SCOPES),
  lastFour: z.string(),
  state: z.enum(Object.keys(KEY_STATES) as [KeyState, ...KeyState[]]),
  /** Null if the account is gone. */
  madeBy: z.nullable(z.string()),
  createdAt: z.string(),
  endsAt: z.string(),
  /** Within a minute. */
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
});

export type Key = z.infer<typeof keySchema>;

export const keyListSchema = answerOf({ keys: z.array(keySchema) });

export type KeyList = z.infer<typeof keyListSchema>;

/** The only answer that contains a key. */
export const madeKeySchema = answerOf({
  message: z.string(),
  key: keySchema,
  token: z.string(),
});

export type MadeKey = z.infer<typeof madeKeySchema>;

/** The actor in the audit log, and the author of notes. */
export function actorOfKey(name: string): string {
  return `key "${name}"`;
}
