import { keyListSchema, madeKeySchema, newKeySchema } from "#accounts/keys/key.ts";
import { findUsers } from "#accounts/users/server/accounts.ts";
import { factorDueOf } from "#accounts/users/server/required-factor.ts";
import type { UserRow } from "#accounts/users/server/table.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { keyNotFound, makeKey, revokeKey } from "./change-key.ts";
import { listKeys } from "./store.ts";
import { type Maker, toKey } from "./table.ts";

export function keyAdminRoutes({ database, clock }: { database: Database; clock: Clock }) {
  return endpoints({ access: "admin", duties: ["run"], clock, notFound: keyNotFound }, (api) => {
    api.get("", {
      summary: "Keys of programs, without the keys themselves",
      answer: keyListSchema,
      handle: async ({ now }) => {
        const rows = await listKeys(database.read);
        const makers = await findUsers(database.read, [...new Set(rows.map((row) => row.made_by))]);
        const byId = new Map<string, Maker>();
        for (const user of makers) byId.set(user.id, await makerOf(database.read, user, now));
        return { keys: rows.map((row) => toKey(row, byId.get(row.made_by), now)) };
      },
    });

    api.post("", {
      summary: "Make a key for a program. Only this answer contains it",
      proof: true,
      body: newKeySchema,
      created: madeKeySchema,
      message: "Key created",
      handle: ({ body, caller, now }) => makeKey(database, { form: body, caller, now }),
    });

    api.delete("/:id", {
      summary: "Revoke a key",
      message: "Key revoked",
      handle: ({ id, caller, now }) => revokeKey(database, { id, caller, now }),
    });
  });
}

async function makerOf(db: Db, user: UserRow, now: Date): Promise<Maker> {
  const { secondFactorDue } = await factorDueOf(db, user, now);
  const isActiveAdmin = user.role === "admin" && user.deactivated_at === null;
  return { email: user.email, isActiveAdmin, isFactorDue: secondFactorDue };
}
