// npm run admin -- EMAIL restores access for a person who is locked out.

import * as z from "zod/mini";
import { findUserByEmail } from "#accounts/users/server/accounts.ts";
import { makeAdmin } from "#accounts/users/server/make-admin.ts";
import { readConfig } from "#app/config.ts";
import { MIGRATIONS } from "#app/tables.ts";
import { migrateAndAdopt } from "#company/facts/server/published-facts.ts";
import { ConfigError } from "#platform/server/config-error.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { emailSchema } from "#platform/text.ts";
import { readWords } from "./command-words.ts";

const USAGE = "npm run admin -- EMAIL (one plain e-mail address)";
const [argument = ""] = readWords(1, USAGE);
const email = z.safeParse(emailSchema("An email is required"), argument);

try {
  const config = readConfig(process.env);
  const database = await openDatabase({ ...config, onConnectionError: console.error });
  await migrateAndAdopt(database, MIGRATIONS, { ...config, now: new Date() });
  // An account may have an address that forms no longer accept.
  const account = email.success ? email.data : (await findUserByEmail(database.read, argument))?.email;
  if (account === undefined) endWithUsage();
  const { password, ...made } = await makeAdmin(database, account, new Date());
  await database.close();
  console.log(`${account} is an active admin now. ${whatEnded(made)} Password, shown only this once: ${password}`);
} catch (error) {
  console.error(error instanceof ConfigError ? `${error.message}.` : error);
  process.exit(1);
}

function whatEnded({ isNew, removed }: Omit<Awaited<ReturnType<typeof makeAdmin>>, "password">): string {
  if (isNew) return "It is a new account.";
  const ended = "Its earlier password and its sign-ins have ended.";
  if (!removed) return `${ended} It had no second factor.`;
  const { app, passkeys, recoveryCodes } = removed;
  const counted = [
    ...(app ? ["authenticator app: 1"] : []),
    ...(passkeys > 0 ? [`passkeys: ${passkeys}`] : []),
    `recovery codes: ${recoveryCodes}`,
  ];
  return `${ended} Removed: ${counted.join(", ")}.`;
}

function endWithUsage(): never {
  console.error(`Usage: ${USAGE}`);
  process.exit(1);
}
