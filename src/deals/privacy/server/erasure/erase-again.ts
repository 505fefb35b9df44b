// After a restore, people who were erased since the backup are erased again. The journal has only their hashes.
import { eraseRefusedOf } from "#inquiries/added-leads/server/keep-refused.ts";
import { listRefusedNames } from "#inquiries/added-leads/server/store.ts";
import { deleteDetailsOfNumber, deleteDetailsOfPerson } from "#people/permissions/server/erasure.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import type { Database } from "#platform/server/database/database.ts";
import { eraseNumber } from "../number-data.ts";
import { erasePerson } from "../personal-data.ts";
import { ERASER } from "./erase-records.ts";
import { listEmails, listPeopleWithoutEmail } from "./stored-addresses.ts";

type EraseAgain = { subjects: ReadonlySet<string>; dataDir: string; now: Date };

/** Returns how many of them the restore had brought back. */
export async function erasePeopleAgain(database: Database, { subjects, dataDir, now }: EraseAgain): Promise<number> {
  if (subjects.size === 0) return 0;
  const keys = await personKeys(database);
  const found = new Map<string, string>();
  await database.snapshot(async (db) => {
    for await (const email of listEmails(db)) {
      const { email: hash } = keys.of({ email });
      if (hash && subjects.has(hash)) found.set(hash, email);
    }
  });
  for (const email of found.values()) await erasePerson(database, { email, dataDir, isRestore: true, now });
  for (const hash of subjects.difference(found))
    await database.transaction((trx) => deleteDetailsOfPerson(trx, hash, []));
  return found.size;
}

/** Does the same for people without an e-mail address. */
export async function eraseNumbersAgain(database: Database, { subjects, dataDir, now }: EraseAgain): Promise<number> {
  if (subjects.size === 0) return 0;
  const keys = await personKeys(database);
  const found = (await listPeopleWithoutEmail(database.read)).filter(
    ({ id, phone }) => subjects.has(id) || subjects.has(keys.of({ phone: phone ?? "" }).phone ?? ""),
  );
  for (const { id } of found) await eraseNumber(database, { id, actor: ERASER, dataDir, now });
  for (const hash of subjects) await database.transaction((trx) => deleteDetailsOfNumber(trx, hash));
  // A refused body may be all that names the number.
  const named = (await listRefusedNames(database.read)).filter((phone) => subjects.has(keys.of({ phone }).phone ?? ""));
  await database.transaction((trx) => eraseRefusedOf(trx, { phones: named }));
  return found.length;
}
