// The ledger names people by keyed hashes of their e-mail address and phone number. They reveal nothing to a reader,
// and the same address or number finds the entries again after everything else is erased.

import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from "node:crypto";
import { emailKey } from "#platform/email.ts";
import { MIN_PHONE_DIGITS, phoneDigits } from "#platform/phone.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";

export type Person = { email?: string | undefined; phone?: string | undefined };
export type Hashes = { email: string | undefined; phone: string | undefined };

export type PersonKeys = {
  of: (person: Person) => Hashes;
  /** The token allows to stop the permissions of one e-mail address, and nothing else. */
  stopToken: (email: string) => string;
  /** Returns undefined if the token is not ours. */
  readStopToken: (token: string) => string | undefined;
  /** The token allows to stop the mail about one meeting, and calls and texts to one number. */
  meetingStopToken: (meeting: MeetingStop) => string;
  readMeetingStopToken: (token: string) => MeetingStop | undefined;
};

export type MeetingStop = { bookingId: string; phone: string | undefined };

const KEY_ID = "key";
const SECRET_BYTES = 32;
/** With 128 bits two people do not share a hash. */
const HASH_LENGTH = 22;

// The key never changes. The map is by database, because tests use several in one process.
const KNOWN = new WeakMap<object, Promise<PersonKeys>>();

/** The key is a row, so that backups have it and a new AUTH_SECRET changes nothing. */
export function personKeys(database: Database): Promise<PersonKeys> {
  const known = KNOWN.get(database);
  if (known) return known;
  const keys = readSecret(database).then(keysFrom);
  KNOWN.set(database, keys);
  keys.catch(() => KNOWN.delete(database));
  return keys;
}

export function personKeyOf({ email, phone }: Hashes): string {
  return email ?? phone ?? "";
}

async function readSecret(database: Database): Promise<string> {
  const find = (db: Db) =>
    db.selectFrom("permission_keys").select("secret").where("id", "=", KEY_ID).executeTakeFirst();
  const stored = await find(database.read);
  if (stored) return stored.secret;
  return database.transaction(async (trx) => {
    const row = {
      id: KEY_ID,
      secret: randomBytes(SECRET_BYTES).toString("base64url"),
      created_at: new Date().toISOString(),
    };
    // Another process may have been first.
    await trx
      .insertInto("permission_keys")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await find(trx))?.secret ?? row.secret;
  });
}

function keysFrom(secret: string): PersonKeys {
  const key = createSecretKey(secret, "utf8");
  const hash = (text: string) => createHmac("sha256", key).update(text).digest("base64url").slice(0, HASH_LENGTH);
  const emailHash = (email: string) => hash(`email ${emailKey(email)}`);
  const signed = (emailHash: string) => hash(`stop ${emailHash}`);
  const signedMeeting = (parts: string) => hash(`stop of a meeting ${parts}`);
  return {
    of: ({ email, phone }) => ({
      email: email ? emailHash(email) : undefined,
      phone: phone && phoneDigits(phone).length >= MIN_PHONE_DIGITS ? hash(`phone ${phoneDigits(phone)}`) : undefined,
    }),
    stopToken: (email) => `${emailHash(email)}.${signed(emailHash(email))}`,
    readStopToken: (token) => {
      const [email = "", signature = "", ...more] = token.split(".");
      if (email.length !== HASH_LENGTH || more.length > 0) return undefined;
      return isEqual(signature, signed(email)) ? email : undefined;
    },
    meetingStopToken: ({ bookingId, phone = "" }) => `${bookingId}.${phone}.${signedMeeting(`${bookingId}.${phone}`)}`,
    readMeetingStopToken: (token) => {
      const [bookingId = "", phone = "", signature = "", ...more] = token.split(".");
      if (more.length > 0 || !isEqual(signature, signedMeeting(`${bookingId}.${phone}`))) return undefined;
      return { bookingId, phone: phone || undefined };
    },
  };
}

function isEqual(signature: string, wanted: string): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(wanted)];
  return given.length === right.length && timingSafeEqual(given, right);
}
