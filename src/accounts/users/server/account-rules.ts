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
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { factorRuleColumns, toFactorRule } from "./second-factor/rule.ts";
import type { AccountRulesTable } from "./table.ts";

const ADMIN = { access: "admin" } as const;
const SUBJECT = { kind: "account rules", id: "account rules" };

/** Without a row. */
const SHIPPED: AccountRulesTable = { id: 1, registration: "open", factor_required_at: null, factor_grace_days: 14 };

export async function readAccountRules(db: Db): Promise<Selectable<AccountRulesTable>> {
  return (await db.selectFrom("account_rules").selectAll().executeTakeFirst()) ?? SHIPPED;
}

/** Columns that are not named stay as they are. The caller holds the lock of the rules: see changeRules. */
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
  return async (app: App) => {
    app.get(
      "",
      {
        config: ADMIN,
        schema: { summary: "The rules for accounts", response: { 200: accountRulesAnswerSchema } },
      },
      async () => ({ success: true as const, rules: toRules(await readAccountRules(database.read)) }),
    );

    app.put(
      "",
      {
        config: { ...ADMIN, proof: true },
        schema: {
          summary: "Change the rules for accounts; missing ones stay unchanged",
          body: accountRulesChangesSchema,
          response: { 200: accountRulesAnswerSchema },
        },
      },
      async (request) => {
        const change = { actor: requireCaller(request).email, now: clock.now() };
        return { success: true as const, rules: await changeRules(database, request.body, change) };
      },
    );
  };
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
