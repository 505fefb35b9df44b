// A removal is what must stay away if an older backup is restored: a person who was erased, a stop, access that was ended.
// Each is a row that names nobody, and all rows are a file that travels beside the backups, the journal.
import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";

/** By kind, what the subject of a removal is. */
export const REMOVALS = {
  /** The hash by which the ledger of permissions names an e-mail address. */
  person: "people erased",
  /** Of a person without an e-mail address: the ledger's hash of the phone number, or the id where that has too few digits. */
  number: "people without an e-mail address erased",
  /** The instant before which old inquiries were erased. */
  "old-inquiries": "inquiries past their time erased",
  /** The id of a contact message that was deleted alone. */
  message: "messages deleted",
  /** The id of a privacy request that was answered, and lost what names the person. */
  "privacy-request": "privacy requests answered",
  /** The ledger's hashes of address and number; the detail names the channels. */
  stop: "stops written down",
  /** The id of a booking whose visitor wants no reminders. */
  reminders: "meetings without reminders",
  /** Ids. */
  feed: "calendar feeds revoked",
  key: "keys revoked",
  webhook: "webhook endpoints deleted",
  "webhook-off": "webhook endpoints turned off",
  account: "accounts deleted",
  "account-off": "accounts deactivated",
  /** An admin who became a user. */
  "account-role": "admins made users",
  /** The id of the account whose password was changed. */
  password: "passwords made invalid",
  passkey: "passkeys removed",
  /** The id of the account that lost its authenticator app. */
  app: "authenticator apps removed",
  /** The id of the account that lost all its factors. */
  factors: "accounts without their second factors",
  /** The id of the account whose codes were replaced or removed. */
  "recovery-codes": "sets of recovery codes removed",
  /** The hash of one that was used. */
  "recovery-code": "used recovery codes",
} as const;

export type RemovalKind = keyof typeof REMOVALS;

export type Removal = { kind: RemovalKind; subject: string; detail?: string };

export const JOURNAL_NAME = "removals.journal";
/** As it is copied off the machine. */
export const ENCRYPTED_JOURNAL_NAME = `${JOURNAL_NAME}.age`;

/** Why a restored site waits. */
export const HOLD_REASONS = {
  unfinished: "the restore did not come to its end",
  without: "it was restored without the journal of removals",
  missing: "there was no journal of removals beside the backup",
  unreadable: "the journal of removals could not be read",
  foreign: "the journal of removals is of another database, or the backup is older than the journal",
  damaged: "the journal of removals is damaged, cut short or forged",
  stale: "the journal of removals ends too early",
  short: "the journal of removals does not reach back to the backup",
} as const;

export type HoldReason = keyof typeof HOLD_REASONS;

export const HOLD_PATH = "/api/removals/hold";

export const holdSchema = z.object({
  /** When the site was restored. */
  at: z.string(),
  /** When the backup was made. */
  backupAt: z.string(),
  /** A sentence without its full stop. */
  reason: z.string(),
});

export type Hold = z.infer<typeof holdSchema>;

export const holdAnswerSchema = answerOf({
  /** Null unless the site waits. */
  hold: z.nullable(holdSchema),
});

export type HoldAnswer = z.infer<typeof holdAnswerSchema>;
