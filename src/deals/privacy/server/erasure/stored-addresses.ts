// Erasing by a hash has to check every address in the tables of all modules.
import { listRefusedNames } from "#inquiries/added-leads/server/store.ts";
import type { Db } from "#platform/server/database/tables.ts";

const TABLES_WITH_EMAIL = ["inquiries", "people", "users", "privacy_requests"] as const;
const CHUNK_ROWS = 1_000;

export async function* listEmails(db: Db): AsyncGenerator<string> {
  for (const table of TABLES_WITH_EMAIL)
    for await (const { email } of db.selectFrom(table).select("email").distinct().stream(CHUNK_ROWS))
      if (email) yield email;
  for (const name of await listRefusedNames(db)) if (name.includes("@")) yield name;
}

export async function listPeopleWithoutEmail(db: Db): Promise<{ id: string; phone: string | null }[]> {
  return db.selectFrom("people").select(["id", "phone"]).where("email", "is", null).execute();
}
