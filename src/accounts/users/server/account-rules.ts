import type { Selectable } from "kysely";
import {
  type AccountRules,
  type AccountRulesChanges,
  accountRulesAnswerSchema,
  accountRulesChangesSchema,
  describeRuleChanges,
} from "#accounts/users/account-rules.ts";
import { ALL_DUTIES } from "#platform/access/duties.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { type Caller, requireDuties } from "#platform/server/http/access.ts";
import { factorRuleColumns, toFactorRule } from "./second-factor/rule.ts";
import type { AccountRulesTable } from "./table.ts";

const SUBJECT = { kind: "account rules", id: "account rules" };

const SHIPPED: AccountRulesTable = {
  id: 1,
  registration: "open",
  factor_required_at: null,
  factor_grace_days: 14,
  export_rows_a_day: 5_000,
};

export async function readAccountRules(db: Db): Promise<Selectable<AccountRulesTable>> {
  return (await db.selectFrom("account_rules").selectAll().executeTakeFirst()) ?? SHIPPED;
}

/** The caller holds the lock of the rules: see changeRules. */
export async function writeAccountRules(
  trx: Db,
  changes: Partial<Omit<AccountRulesTable, "id">>,
): Promise<AccountRulesTable> {
  const rules = { ...(await readAccountRules(trx)), ...changes };
  await trx
    .insertInto("account_rules")
    .values(rules)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(changes))
    .execute();
  return rules;
}

export function accountRulesRoutes({ database, clock }: { database: Database; clock: Clock }) {
  return endpoints({ access: "admin", duties: ["run"], clock }, (api) => {
    api.get("", {
      summary: "The rules for accounts",
      answer: accountRulesAnswerSchema,
      handle: async () => ({ rules: toRules(await readAccountRules(database.read)) }),
    });

    api.put("", {
      summary: "Change the rules for accounts; missing ones stay unchanged",
      proof: true,
      body: accountRulesChangesSchema,
      answer: accountRulesAnswerSchema,
      handle: async ({ body, caller, now }) => ({ rules: await changeRules(database, body, { caller, now }) }),
    });
  });
}

async function changeRules(
  database: Database,
  { registration, exportRowsADay, ...factor }: AccountRulesChanges,
  { caller, now }: { caller: Caller; now: Date },
): Promise<AccountRules> {
  return database.transaction(async (trx) => {
    await lockNames(trx, ["account rules"]);
    const stored = await readAccountRules(trx);
    const before = toRules(stored);
    const isNewLimit = exportRowsADay !== undefined && exportRowsADay !== before.exportRowsADay;
    // Who has less must not lift a limit that holds for them too.
    if (isNewLimit) requireDuties(caller, ALL_DUTIES);
    const changes = {
      ...(registration && { registration }),
      ...(isNewLimit && { export_rows_a_day: exportRowsADay }),
      ...factorRuleColumns(factor, stored, now),
    };
    if (Object.keys(changes).length === 0) return before;
    const after = toRules(await writeAccountRules(trx, changes));
    for (const to of describeRuleChanges(before, after))
      await writeAuditLogEntry(trx, { subject: SUBJECT, actor: caller.email, action: "changed", to, now });
    return after;
  });
}

function toRules({ registration, export_rows_a_day, ...factor }: AccountRulesTable): AccountRules {
  return { registration, exportRowsADay: export_rows_a_day, ...toFactorRule(factor) };
}
