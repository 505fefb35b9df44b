// npm run admin -- EMAIL: for the day somebody is locked out.
import * as z from "zod/mini";
import { readConfig } from "#app/config.ts";
import { MIGRATIONS } from "#app/server.ts";
import type { Tables } from "#app/tables.ts";
import { ConfigError } from "#platform/server/config-error.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";
import { emailSchema } from "#platform/text.ts";
import { makeAdmin } from "#users/server/make-admin.ts";

const [argument, ...more] = process.argv.slice(2);
const email = z.safeParse(emailSchema("An email is required"), argument);
if (!email.success || more.length > 0) {
  console.error("Usage: npm run admin -- EMAIL (one plain e-mail address)");
  process.exit(1);
}

try {
  const database = await openDatabase<Tables>({ ...readConfig(process.env), onConnectionError: console.error });
  await migrate(database, MIGRATIONS);
  const password = await makeAdmin(database, email.data, new Date());
  await database.close();
  console.log(`${email.data} is an active admin now. Password, shown only this once: ${password}`);
} catch (error) {
  console.error(error instanceof ConfigError ? `${error.message}.` : error);
  process.exit(1);
}
