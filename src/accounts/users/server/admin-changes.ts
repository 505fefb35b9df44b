import type { FastifyRequest } from "fastify";
import type { UserChanges } from "#accounts/users/admin.ts";
import type { Role } from "#accounts/users/user.ts";
import type { Database } from "#platform/server/database/database.ts";
import { isId } from "#platform/server/ids.ts";
import { findUser } from "./accounts.ts";
import { writtenDuties } from "./table.ts";

export function makesAdmin({ body }: FastifyRequest): boolean {
  return (body as { role: Role }).role === "admin";
}

/** A new e-mail or password of an admin lets its holder become that admin. */
export function changesAdmin({ database }: { database: Database }) {
  return async ({ params, body }: FastifyRequest): Promise<boolean> => {
    const { id } = params as { id: string };
    const user = isId(id) ? await findUser(database.read, id) : undefined;
    if (!user) return false;
    const { role, duties, ownLeadsOnly = user.own_leads_only === 1, email, password } = body as UserChanges;
    if (role !== undefined && role !== user.role) return true;
    if (duties && writtenDuties(duties) !== user.duties) return true;
    if (ownLeadsOnly !== (user.own_leads_only === 1)) return true;
    return user.role === "admin" && (Boolean(password) || (email !== undefined && email !== user.email));
  };
}
