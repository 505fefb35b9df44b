import * as z from "zod/mini";
import { keyListSchema, madeKeySchema, newKeySchema } from "#accounts/keys/key.ts";
import { findUsers } from "#accounts/users/server/accounts.ts";
import { factorDueOf } from "#accounts/users/server/required-factor.ts";
import type { UserRow } from "#accounts/users/server/table.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { isId } from "#platform/server/ids.ts";
import { makeKey, revokeKey } from "./change-key.ts";
import { listKeys } from "./store.ts";
import { type Maker, toKey } from "./table.ts";

const config = { access: "admin" } as const;

export function keyAdminRoutes({ database, clock }: { database: Database; clock: Clock }) {
  return async (app: App) => {
    app.get(
      "",
      {
        config,
        schema: { summary: "Keys of programs, without the keys themselves", response: { 200: keyListSchema } },
      },
      async () => {
        const rows = await listKeys(database.read);
        const makers = await findUsers(database.read, [...new Set(rows.map((row) => row.made_by))]);
        const now = clock.now();
        const byId = new Map<string, Maker>();
        for (const user of makers) byId.set(user.id, await makerOf(database.read, user, now));
        return { success: true as const, keys: rows.map((row) => toKey(row, byId.get(row.made_by), now)) };
      },
    );

    app.post(
      "",
      {
        config: { ...config, proof: true },
        schema: {
          summary: "Make a key for a program. Only this answer contains it",
          body: newKeySchema,
          response: { 201: madeKeySchema },
        },
      },
      async (request, reply) => {
        const by = { caller: requireCaller(request), now: clock.now() };
        const made = await makeKey(database, { form: request.body, ...by });
        return reply.status(201).send({ success: true as const, message: "Key created", ...made });
      },
    );

    app.delete(
      "/:id",
      {
        config,
        schema: {
          summary: "Revoke a key",
          params: z.object({ id: z.string() }),
          response: { 200: z.object({ success: z.literal(true), message: z.string() }) },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isId(id)) throw new AppError("not_found", "Key not found");
        await revokeKey(database, { id, caller: requireCaller(request), now: clock.now() });
        return { success: true as const, message: "Key revoked" };
      },
    );
  };
}

async function makerOf(db: Db, user: UserRow, now: Date): Promise<Maker> {
  const { secondFactorDue } = await factorDueOf(db, user, now);
  const isActiveAdmin = user.role === "admin" && user.deactivated_at === null;
  return { email: user.email, isActiveAdmin, isFactorDue: secondFactorDue };
}
