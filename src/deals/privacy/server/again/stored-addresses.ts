// The tables in which a person can stand, whatever module they belong to: erasing by a hash has to look at every address.
import type { Db } from "#platform/server/database/tables.ts";

const WITH_EMAIL = ["bookings", "contact_messages", "people", "users", "privacy_requests"] as const;
const CHUNK_ROWS = 1_000;

export async function* listEmails(db: Db): AsyncGenerator<string> {
  for (const table of WITH_EMAIL)
    for await (const { email } of db.selectFrom(table).select("email").distinct().stream(CHUNK_ROWS))
      if (email) yield email;
}

/** Of people who gave no e-mail address. */
export async function listNumbers(db: Db): Promise<{ id: string; phone: string | null }[]> {
  return db.selectFrom("people").select(["id", "phone"]).where("email", "is", null).execute();
}
