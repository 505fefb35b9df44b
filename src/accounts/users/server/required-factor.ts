import { sql } from "kysely";
import { type FactorDue, NOTHING_DUE } from "#accounts/users/factor-due.ts";
import { SignInError } from "#accounts/users/sign-in-errors.ts";
import type { AppError } from "#platform/errors.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { AccountRulesTable, UserRow } from "./table.ts";

const DAY_MS = 24 * 60 * 60_000;

/** The rule holds for admins without an app or a passkey. */
export async function factorDueOf(db: Db, { id, role }: Pick<UserRow, "id" | "role">, now: Date): Promise<FactorDue> {
  if (role !== "admin") return NOTHING_DUE;
  const [rule] = await rulesNotMet(db, { id });
  const by = rule && factorDeadline(rule);
  return by ? { secondFactorDue: now >= by, secondFactorBy: by.toISOString() } : NOTHING_DUE;
}

export function factorDeadline({
  factor_required_at,
  factor_grace_days,
}: Pick<AccountRulesTable, "factor_required_at" | "factor_grace_days">): Date | undefined {
  if (factor_required_at === null) return undefined;
  return new Date(Date.parse(factor_required_at) + factor_grace_days * DAY_MS);
}

const rulesNotMet = keptRead((db: Db, { id }: { id: string }) =>
  db
    .selectFrom("account_rules")
    .select(["factor_required_at", "factor_grace_days"])
    .where("factor_required_at", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("totp_secrets")
            .select(sql`1`.as("one"))
            .where("user_id", "=", id)
            .where("confirmed_at", "is not", null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("passkeys").select(sql`1`.as("one")).where("user_id", "=", id))),
    ),
);

export function factorIsDue(): AppError {
  return new SignInError("second_factor_due", "Admins of this site need a second factor. Please set one up first.");
}
