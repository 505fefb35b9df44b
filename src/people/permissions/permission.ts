// A permission is an agreement that the company may call, text or e-mail a person. The ledger is append-only, with an
// entry for each agreement and each stop.
import * as z from "zod/mini";
import { auditLogEntrySchema } from "#platform/audit-log.ts";
import { formatDay, wallClock } from "#platform/dates.ts";
import { MIN_PHONE_DIGITS, phoneDigits } from "#platform/phone.ts";
import { answerOf } from "#platform/shapes.ts";
import { freeTextSchema, lineSchema, TEXT_LIMITS } from "#platform/text.ts";
import { CHANNELS, type Channel } from "./channels.ts";

export const STOPPED_LABELS: Record<Channel, string> = {
  call: "Do not call",
  text: "Do not text",
  email: "Do not e-mail",
};

export const ASKED_NOT_TO_CALL = "This person asked not to be called.";

/** When a person who has stopped calls asked for one since. */
export const askedCallSchema = z.object({ stoppedAt: z.string(), askedAt: z.string() });

export type AskedCall = z.infer<typeof askedCallSchema>;

export function askedSinceStop({ stoppedAt, askedAt }: AskedCall, timeZone: string): string {
  const [stopped, asked] = [stoppedAt, askedAt].map((at) => formatDay(wallClock(new Date(at), timeZone).day, "brief"));
  return `Asked us to stop on ${stopped}, asked for a call on ${asked}`;
}

export const STOPPED_IN_FILES: Record<Channel, string> = { call: "call", text: "text", email: "e-mail" };

/** unknown: a record of another site, whose permissions the company has not seen. */
export const PERMISSION_ACTIONS = ["given", "revoked", "unknown"] as const;
export type PermissionAction = (typeof PERMISSION_ACTIONS)[number];

export type PermissionState = Record<Channel, PermissionAction>;

export const PURPOSES = {
  property: "The property and the meeting",
  answer: "Answering the message",
  "one-call": "One call that was asked for",
  any: "Anything",
} as const;
export type Purpose = keyof typeof PURPOSES;

export const ORIGINS = {
  form: "Form on the site",
  api: "The site’s interface, without a form",
  link: "Link in an e-mail",
  page: "Page of the meeting",
  phone: "By phone",
  letter: "By letter",
  reply: "Reply to a message",
  person: "In person",
  import: "Imported file",
  vendor: "The vendor’s statement",
  program: "No agreement known",
  correction: "Correction of an address or number",
  restore: "Restore of a backup",
} as const;
export type Origin = keyof typeof ORIGINS;

export const STAFF_ORIGINS = ["phone", "reply", "letter", "person"] as const satisfies readonly Origin[];

/** Which words a form showed. Without them the permission is unknown. */
export const noticeSchema = z.object({
  version: z.string("Unknown notice").check(z.maxLength(40, "Unknown notice")),
  siteVersion: z.optional(
    z.int("Unknown notice").check(z.gte(1, "Unknown notice"), z.lte(2_147_483_647, "Unknown notice")),
  ),
});

export type Notice = z.infer<typeof noticeSchema>;

const MAX_TEXT_LENGTH = 1_000;

export const STAFF_TEXT_HINT =
  "As they said or wrote it: “Please do not text me.” It is kept as proof and never changed.";

const NO_PERSON = "Please give an e-mail address or a phone number";
const NO_EMAIL = "Please enter one e-mail address";
const MAX_PHONE_LENGTH = 60;

/** The schema is more lenient than the forms, because old records may have values that those refuse. */
const personFields = {
  email: z.optional(lineSchema(TEXT_LIMITS.email).check(z.regex(/^(\S+@\S+)?$/, NO_EMAIL))),
  phone: z.optional(lineSchema(MAX_PHONE_LENGTH)),
};

type PersonFields = { email?: string | undefined; phone?: string | undefined };

/** Many people share a number of a few digits. */
function isPerson({ email, phone = "" }: PersonFields): boolean {
  return Boolean(email) || phoneDigits(phone).length >= MIN_PHONE_DIGITS;
}

export const revocationSchema = z
  .object({
    ...personFields,
    channels: z
      .array(z.enum(CHANNELS, "Please choose calls, text messages or e-mail"), "Please choose what to stop")
      .check(z.minLength(1, "Please choose what to stop"), z.maxLength(CHANNELS.length, "Please choose what to stop")),
    words: freeTextSchema(MAX_TEXT_LENGTH, "Please write what they said"),
    said: z.enum(STAFF_ORIGINS, "Please choose how they said it"),
  })
  .check(z.refine(isPerson, { error: NO_PERSON, path: ["email"] }));

export type Revocation = z.infer<typeof revocationSchema>;

export const personQuerySchema = z
  .object(personFields)
  .check(z.refine(isPerson, { error: NO_PERSON, path: ["email"] }));

export type PersonQuery = z.infer<typeof personQuerySchema>;

export const permissionEntrySchema = z.object({
  channel: z.enum(CHANNELS),
  action: z.enum(PERMISSION_ACTIONS),
  purpose: z.enum(Object.keys(PURPOSES) as [Purpose, ...Purpose[]]),
  /** The text is exactly as the form showed it or the person said it; empty if unknown. */
  words: z.string(),
  version: z.string(),
  at: z.string(),
  said: z.enum(Object.keys(ORIGINS) as [Origin, ...Origin[]]),
  by: z.string(),
  userAgent: z.optional(z.string()),
  belongsTo: z.object({ kind: z.string(), id: z.string() }),
  names: z.array(z.enum(["email", "phone"])),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  address: z.optional(z.string()),
});

export type PermissionEntry = z.infer<typeof permissionEntrySchema>;

const actionSchema = z.enum(PERMISSION_ACTIONS);

export const permissionStateSchema = z.object({ call: actionSchema, text: actionSchema, email: actionSchema });

export const stateAnswerSchema = answerOf({ state: permissionStateSchema });

export type StateAnswer = z.infer<typeof stateAnswerSchema>;

export const permissionsAnswerSchema = z.extend(stateAnswerSchema, {
  lines: z.array(permissionEntrySchema),
  history: z.array(auditLogEntrySchema),
});

export type PermissionsAnswer = z.infer<typeof permissionsAnswerSchema>;

export const revokedSchema = z.extend(stateAnswerSchema, { message: z.string() });

export type Revoked = z.infer<typeof revokedSchema>;

/** The path serves people and mail programs (RFC 8058); the token follows. */
export const STOP_PATH = "/stop/";

export const stopSchema = z.object({ channels: z.optional(revocationSchema.shape.channels) });

export const stoppedSchema = z.optional(z.array(z.enum(CHANNELS)));

export function stoppedChannels(state: PermissionState): Channel[] {
  return CHANNELS.filter((channel) => state[channel] === "revoked");
}

export function stoppedAt(stopped: readonly Channel[] = [], at: "phone" | "email"): Channel[] {
  return stopped.filter((channel) => (channel === "email") === (at === "email"));
}

export function stoppedNote(stopped: readonly Channel[] | undefined, at: "phone" | "email"): string {
  const labels = stoppedAt(stopped, at).map((channel) => STOPPED_LABELS[channel].toLowerCase());
  return labels.length > 0 ? ` (${labels.join(", ")})` : "";
}
