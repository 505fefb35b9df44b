// A permission is what a person has agreed to: that we call, text or e-mail them. Each agreement and each stop is a line of a
// ledger that is only ever added to.
import * as z from "zod/mini";
import { auditLogEntrySchema } from "#platform/audit-log.ts";
import { MIN_PHONE_DIGITS, phoneDigits } from "#platform/phone.ts";
import { answerOf } from "#platform/shapes.ts";
import { freeTextSchema, lineSchema, TEXT_LIMITS } from "#platform/text.ts";
import { CHANNELS, type Channel } from "./channels.ts";

/** For staff: where a number or an address stands. */
export const STOPPED_LABELS: Record<Channel, string> = {
  call: "Do not call",
  text: "Do not text",
  email: "Do not e-mail",
};

export const ASKED_NOT_TO_CALL = "This person asked us not to call.";

/** In the column of exported and imported files. */
export const STOPPED_IN_FILES: Record<Channel, string> = { call: "call", text: "text", email: "e-mail" };

/** Unknown: a record of another site, whose permissions nobody has shown us. */
export const PERMISSION_ACTIONS = ["given", "revoked", "unknown"] as const;
export type PermissionAction = (typeof PERMISSION_ACTIONS)[number];

/** Given or revoked, whatever was said last; unknown without a line. */
export type PermissionState = Record<Channel, PermissionAction>;

export const PURPOSES = {
  property: "The property and the meeting",
  answer: "Answering the message",
  any: "Anything",
} as const;
export type Purpose = keyof typeof PURPOSES;

/** How it reached us. */
export const SAID = {
  form: "Form on the site",
  api: "The site’s interface, without a form",
  link: "Link in an e-mail",
  page: "Page of the meeting",
  phone: "By phone",
  letter: "By letter",
  reply: "Reply to a message",
  person: "In person",
  import: "Imported file",
  correction: "Correction of an address or number",
  restore: "Restore of a backup",
} as const;
export type Said = keyof typeof SAID;

/** How a person tells staff to stop. */
export const SAID_TO_STAFF = ["phone", "reply", "letter", "person"] as const satisfies readonly Said[];

const MAX_WORDS = 1_000;

/** Where staff write down a stop. */
export const OWN_WORDS_HINT =
  "As they said or wrote it: “Please do not text me.” It is kept as proof and never changed.";

const NO_PERSON = "Please give an e-mail address or a phone number";
const NO_EMAIL = "Please enter one e-mail address";
const MAX_PHONE_LENGTH = 60;

/** By e-mail address, phone number or both. More lenient than the forms, because old records may have what those refuse. */
const personFields = {
  email: z.optional(lineSchema(TEXT_LIMITS.email).check(z.regex(/^(\S+@\S+)?$/, NO_EMAIL))),
  phone: z.optional(lineSchema(MAX_PHONE_LENGTH)),
};

type PersonFields = { email?: string | undefined; phone?: string | undefined };

/** A number of a few digits is of many people. */
function isPerson({ email, phone = "" }: PersonFields): boolean {
  return Boolean(email) || phoneDigits(phone).length >= MIN_PHONE_DIGITS;
}

export const revocationSchema = z
  .object({
    ...personFields,
    channels: z
      .array(z.enum(CHANNELS, "Please choose calls, text messages or e-mail"), "Please choose what to stop")
      .check(z.minLength(1, "Please choose what to stop"), z.maxLength(CHANNELS.length, "Please choose what to stop")),
    words: freeTextSchema(MAX_WORDS, "Please write what they said"),
    said: z.enum(SAID_TO_STAFF, "Please choose how they said it"),
  })
  .check(z.refine(isPerson, { error: NO_PERSON, path: ["email"] }));

export type Revocation = z.infer<typeof revocationSchema>;

export const personQuerySchema = z
  .object(personFields)
  .check(z.refine(isPerson, { error: NO_PERSON, path: ["email"] }));

export type PersonQuery = z.infer<typeof personQuerySchema>;

export const permissionLineSchema = z.object({
  channel: z.enum(CHANNELS),
  action: z.enum(PERMISSION_ACTIONS),
  purpose: z.enum(Object.keys(PURPOSES) as [Purpose, ...Purpose[]]),
  /** Exactly what was on the form, or what the person said; empty if nothing is known. */
  words: z.string(),
  /** Of the words; empty for what is not a text of ours. */
  version: z.string(),
  at: z.string(),
  said: z.enum(Object.keys(SAID) as [Said, ...Said[]]),
  /** "visitor", or the e-mail of the account that wrote it down. */
  by: z.string(),
  userAgent: z.optional(z.string()),
  belongsTo: z.object({ kind: z.string(), id: z.string() }),
  /** Whether the line names the e-mail address, the phone number or both that were asked for. */
  names: z.array(z.enum(["email", "phone"])),
  /** In the clear until the person is erased. */
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  address: z.optional(z.string()),
});

export type PermissionLine = z.infer<typeof permissionLineSchema>;

const actionSchema = z.enum(PERMISSION_ACTIONS);

export const permissionStateSchema = z.object({ call: actionSchema, text: actionSchema, email: actionSchema });

export const stateAnswerSchema = answerOf({ state: permissionStateSchema });

export type StateAnswer = z.infer<typeof stateAnswerSchema>;

export const permissionsAnswerSchema = z.extend(stateAnswerSchema, {
  /** Newest first. */
  lines: z.array(permissionLineSchema),
  /** Who has looked at them, exported or erased. */
  history: z.array(auditLogEntrySchema),
});

export type PermissionsAnswer = z.infer<typeof permissionsAnswerSchema>;

export const revokedSchema = z.extend(stateAnswerSchema, { message: z.string() });

export type Revoked = z.infer<typeof revokedSchema>;

/** A page for people and an address for mail programs (RFC 8058); the token follows. */
export const STOP_PATH = "/stop/";

export const stopSchema = z.object({ channels: z.optional(revocationSchema.shape.channels) });

/** Channels that a lead has stopped, in the answers of admin lists; missing if there are none. */
export const stoppedSchema = z.optional(z.array(z.enum(CHANNELS)));

export function stoppedChannels(state: PermissionState): Channel[] {
  return CHANNELS.filter((channel) => state[channel] === "revoked");
}

/** What concerns a phone number or an e-mail address. */
export function stoppedAt(stopped: readonly Channel[] = [], at: "phone" | "email"): Channel[] {
  return stopped.filter((channel) => (channel === "email") === (at === "email"));
}

/** " (do not call, do not text)"; "" if nothing is stopped. */
export function stoppedNote(stopped: readonly Channel[] | undefined, at: "phone" | "email"): string {
  const labels = stoppedAt(stopped, at).map((channel) => STOPPED_LABELS[channel].toLowerCase());
  return labels.length > 0 ? ` (${labels.join(", ")})` : "";
}
