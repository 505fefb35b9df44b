import { KeyError } from "#accounts/keys/errors.ts";
import { dutiesGivenBy, KEY_SCOPES, type Key, MAX_KEY_DAYS, MAX_KEYS, type NewKey } from "#accounts/keys/key.ts";
import { UserError } from "#accounts/users/errors.ts";
import { requireOwn } from "#accounts/users/server/given-access.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { addDays, instantOf, wallClock } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { newId } from "#platform/server/ids.ts";
import { hashToken } from "#platform/server/links/hashed-links.ts";
import { countLiveKeys, findKeys, insertKey, revokeKeyRow } from "./store.ts";
import { type KeyRow, toKey } from "./table.ts";
import { lastFourOf, newToken } from "./token.ts";

type By = { caller: Caller; now: Date };

const TOO_MANY = `There are ${MAX_KEYS} keys that work, which is the limit. Please revoke one first.`;
const NAME_TAKEN = "There is or was a key with this name, and the history names keys. Please choose another one.";

/** The token is not stored, so it cannot be shown again. Throws invalid_input, key_name_taken, more_duties. */
export async function makeKey(
  database: Database,
  { form, caller, now }: By & { form: NewKey },
): Promise<{ key: Key; token: string }> {
  requireOwn(caller, dutiesGivenBy(form.scope));
  if (caller.onlyLeadsOf !== undefined)
    throw new UserError("more_duties", "You see only your own and unclaimed leads, so you can make no keys.");
  const token = newToken();
  const row: KeyRow = {
    id: newId(),
    name: form.name,
    scope: form.scope,
    hash: hashToken(token),
    last_four: lastFourOf(token),
    made_by: caller.id,
    created_at: now.toISOString(),
    ends_at: endOf(form.endsOn, now).toISOString(),
    last_used_at: null,
    revoked_at: null,
  };
  await database.transaction(async (trx) => {
    await lockNames(trx, ["api keys"]);
    if ((await countLiveKeys(trx, now)) >= MAX_KEYS) throw new AppError("invalid_input", TOO_MANY);
    if (!(await insertKey(trx, row)))
      throw new KeyError("key_name_taken", NAME_TAKEN, { fields: { name: NAME_TAKEN } });
    const to = `${row.name} (${KEY_SCOPES[row.scope].label.toLowerCase()}, until ${form.endsOn})`;
    await writeAuditLogEntry(trx, { ...lineOf(row.id, caller, now), action: "created", to });
  });
  return { key: toKey(row, { email: caller.email, isActiveAdmin: true, isFactorDue: false }, now), token };
}

/** Any admin may revoke any key. Revoking it again changes nothing. Throws not_found. */
export async function revokeKey(database: Database, { id, caller, now }: By & { id: string }): Promise<void> {
  await database.transaction(async (trx) => {
    if (await revokeKeyRow(trx, id, now)) {
      await recordRemovals(trx, [{ kind: "key", subject: id }], now);
      return writeAuditLogEntry(trx, { ...lineOf(id, caller, now), action: "revoked" });
    }
    if ((await findKeys(trx, [id])).length === 0) throw keyNotFound();
  });
}

export function keyNotFound(): AppError {
  return new AppError("not_found", "Key not found");
}

/** Returns the instant at which the key ends. Throws invalid_input. */
function endOf(endsOn: string, now: Date): Date {
  const { timeZone } = currentFacts();
  const { day: today } = wallClock(now, timeZone);
  const refuse = (message: string) => new AppError("invalid_input", message, { fields: { endsOn: message } });
  if (endsOn < today) throw refuse("Please choose today or a later day");
  if (endsOn > addDays(today, MAX_KEY_DAYS)) throw refuse("Please choose a day within a year");
  return instantOf(addDays(endsOn, 1), 0, timeZone);
}

function lineOf(id: string, { email: actor }: Caller, now: Date) {
  return { subject: { kind: "key", id }, actor, now };
}
