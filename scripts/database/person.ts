// npm run person -- export|erase EMAIL prints or permanently erases everything about one person.

import * as z from "zod/mini";
import { readConfig } from "#app/config.ts";
import { MIGRATIONS } from "#app/tables.ts";
import { migrateAndAdopt } from "#company/facts/server/published-facts.ts";
import { erasePerson, exportPerson, PERSON } from "#deals/privacy/server/personal-data.ts";
import { journalFile, writeJournal } from "#delivery/removals/server/journal-file.ts";
import { personKeyOf, personKeys } from "#people/permissions/server/person-keys.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import { systemClock } from "#platform/server/clock.ts";
import { ConfigError } from "#platform/server/config-error.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { lineSchema, TEXT_LIMITS } from "#platform/text.ts";
import { readWords } from "./command-words.ts";

const USAGE = "npm run person -- export EMAIL, or npm run person -- erase EMAIL (one plain e-mail address)";
const ACTOR = "npm run person";
const [action, argument] = readWords(2, USAGE);
/** Old records may have addresses that the forms refuse. */
const email = z.safeParse(lineSchema(TEXT_LIMITS.email, "An email is required").check(z.regex(/^\S+@\S+$/)), argument);
if ((action !== "export" && action !== "erase") || !email.success) {
  console.error(`Usage: ${USAGE}`);
  process.exit(1);
}

try {
  const config = readConfig(process.env);
  const database = await openDatabase({ ...config, onConnectionError: console.error });
  try {
    await migrateAndAdopt(database, MIGRATIONS, { ...config, now: systemClock.now() });
    const now = systemClock.now();
    const personKey = personKeyOf((await personKeys(database)).of({ email: email.data }));
    if (action === "export") {
      const line = { subject: { kind: PERSON, id: personKey }, actor: ACTOR, action: "exported", now } as const;
      await database.transaction((trx) => writeAuditLogEntry(trx, { ...line, to: "everything" }));
      console.log(JSON.stringify(await exportPerson(database, email.data), null, 2));
    } else {
      const { dataDir } = config;
      const by = { actor: ACTOR, personKey };
      const erased = await erasePerson(database, { email: email.data, dataDir, by, now });
      console.log(
        `Erased: ${erased.bookings} bookings, ${erased.contactMessages} messages, ${erased.mails} e-mails, ${erased.accounts} accounts.`,
      );
      const file = journalFile(config);
      await writeJournal(database, { file, now: systemClock.now() });
      console.log(
        `Backups made before still hold them. A restore erases them again, by the journal beside the backups: ${file}.`,
      );
      console.log("The mailboxes that mail was sent to keep it.");
    }
  } finally {
    await database.close();
  }
} catch (error) {
  const isTheirs = error instanceof ConfigError || error instanceof AppError;
  console.error(isTheirs ? `${error.message}.` : error);
  process.exit(1);
}
