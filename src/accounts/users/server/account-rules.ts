import type { Selectable } from "kysely";
import {
  type AccountRules,
  type AccountRulesChanges,
  accountRulesAnswerSchema,
  accountRulesChangesSchema,
  describeRuleChanges,
} from "#accounts/users/account-rules.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { factorRuleColumns, toFactorRule } from "./second-factor/rule.ts";
import type { AccountRulesTable } from "./table.ts";

const SUBJECT = { kind: "account rules", id: "account rules" };

const SHIPPED: AccountRulesTable = { id: 1, registration: "open", factor_required_at: null, factor_grace_days: 14 };

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
      handle: async ({ body, by }) => ({ rules: await changeRules(database, body, by) }),
    });
  });
}

async function changeRules(
  database: Database,
  { registration, ...factor }: AccountRulesChanges,
  { actor, now }: { actor: string; now: Date },
): Promise<AccountRules> {
  return database.transaction(async (trx) => {
    await lockNames(trx, ["account rules"]);
    const stored = await readAccountRules(trx);
    const before = toRules(stored);
    const changes = { ...(registration && { registration }), ...factorRuleColumns(factor, stored, now) };
    if (Object.keys(changes).length === 0) return before;
    const after = toRules(await writeAccountRules(trx, changes));
    for (const to of describeRuleChanges(before, after))
      await writeAuditLogEntry(trx, { subject: SUBJECT, actor, action: "changed", to, now });
    return after;
  });
}

function toRules({ registration, ...factor }: AccountRulesTable): AccountRules {
  return { registration, ...toFactorRule(factor) };
}
