// A removal must survive the restore of an older backup. Each is a row without names, and all rows together are the
// journal, a file that travels beside the backups.
import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";

export const REMOVALS = {
  /** The subject is the hash by which the ledger of permissions names an e-mail address. */
  person: "people erased",
  /** The subject is the ledger's hash of the phone number, or the person's id if the number has too few digits. */
  number: "people without an e-mail address erased",
  /** The subject is the instant before which old inquiries were erased. */
  "old-inquiries": "inquiries past their time erased",
  message: "messages deleted",
  "privacy-request": "privacy requests answered",
  /** The subject is the ledger's hashes of address and number; the detail names the channels. */
  stop: "stops written down",
  reminders: "meetings without reminders",
  feed: "calendar feeds revoked",
  key: "keys revoked",
  webhook: "webhook endpoints deleted",
  "webhook-off": "webhook endpoints turned off",
  account: "accounts deleted",
  "account-off": "accounts deactivated",
  "account-role": "admins made users",
  /** The subject is the account and the duty. */
  duty: "duties taken from admins",
  password: "passwords made invalid",
  passkey: "passkeys removed",
  app: "authenticator apps removed",
  factors: "accounts without their second factors",
  "recovery-codes": "sets of recovery codes removed",
  "recovery-code": "used recovery codes",
} as const;

export type RemovalKind = keyof typeof REMOVALS;

export type Removal = { kind: RemovalKind; subject: string; detail?: string };

export const JOURNAL_NAME = "removals.journal";
export const ENCRYPTED_JOURNAL_NAME = `${JOURNAL_NAME}.age`;

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
  at: z.string(),
  backupAt: z.string(),
  reason: z.string(),
});

export type Hold = z.infer<typeof holdSchema>;

export const holdAnswerSchema = answerOf({
  hold: z.nullable(holdSchema),
});

export type HoldAnswer = z.infer<typeof holdAnswerSchema>;
