import * as z from "zod/mini";
import {
  MAX_WITHOUT_PAGE,
  newUserSchema,
  type UserList,
  type UserQuery,
  userChangedSchema,
  userChangesSchema,
  userListSchema,
  userQuerySchema,
} from "#accounts/users/admin.ts";
import { auditLogSchema } from "#platform/audit-log.ts";
import { pageOf, paginationOf } from "#platform/pagination.ts";
import { listAuditLog } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { isId } from "#platform/server/ids.ts";
import { countUsers, listUsers } from "./accounts.ts";
import { changesAdmin, makesAdmin } from "./admin-changes.ts";
import {
  changeUser,
  createUser,
  deleteUser,
  toggleUserActive,
  type UserServices,
  userNotFound,
} from "./change-user.ts";
import { findUsersWithFactor } from "./second-factor/store.ts";
import { toUser } from "./table.ts";

const ADMIN = { access: "admin" } as const;
const idSchema = z.object({ id: z.string() });
const doneSchema = z.object({ success: z.literal(true), message: z.string() });

type Services = UserServices & { clock: Clock };

export function userAdminRoutes(services: Services) {
  return async (app: App) => {
    app.get(
      "",
      {
        config: ADMIN,
        schema: {
          summary: "Accounts, newest first: one page, or without a page up to a thousand",
          querystring: userQuerySchema,
          response: { 200: userListSchema },
        },
      },
      async ({ query }) => readUsers(services, query),
    );

    app.post(
      "",
      {
        config: { ...ADMIN, proof: makesAdmin },
        schema: { summary: "Create an account", body: newUserSchema, response: { 201: userChangedSchema } },
      },
      async (request, reply) => {
        const user = await createUser(services, {
          newUser: request.body,
          caller: requireCaller(request),
          now: services.clock.now(),
        });
        return reply.status(201).send({ success: true, message: "User created successfully", user: toUser(user) });
      },
    );

    app.put(
      "/:id",
      {
        config: { ...ADMIN, proof: changesAdmin(services) },
        schema: {
          summary: "Change an account; missing fields stay unchanged",
          params: idSchema,
          body: userChangesSchema,
          response: { 200: userChangedSchema },
        },
      },
      async (request) => {
        const user = await changeUser(services, { ...changeBy(request), changes: request.body });
        return { success: true as const, message: "User updated successfully", user: toUser(user) };
      },
    );

    app.get(
      "/:id/history",
      {
        config: ADMIN,
        schema: {
          summary: "What was done to an account, newest first",
          params: idSchema,
          response: { 200: auditLogSchema },
        },
      },
      async ({ params }) => {
        const subject = { kind: "account", id: requireId(params.id) };
        return { success: true as const, history: await listAuditLog(services.database.read, subject) };
      },
    );

    app.delete(
      "/:id",
      { config: ADMIN, schema: { summary: "Delete an account", params: idSchema, response: { 200: doneSchema } } },
      async (request) => {
        await deleteUser(services, changeBy(request));
        return { success: true as const, message: "User deleted successfully" };
      },
    );

    app.patch(
      "/:id/toggle-active",
      {
        config: ADMIN,
        schema: {
          summary: "Activate or deactivate an account",
          params: idSchema,
          response: { 200: userChangedSchema },
        },
      },
      async (request) => {
        const user = await toggleUserActive(services, changeBy(request));
        return { success: true as const, message: "User status updated successfully", user: toUser(user) };
      },
    );
  };

  function changeBy(request: Parameters<typeof requireCaller>[0] & { params: { id: string } }) {
    return { id: requireId(request.params.id), caller: requireCaller(request), now: services.clock.now() };
  }
}

async function readUsers({ database: { read } }: Services, query: UserQuery): Promise<UserList> {
  const page = pageOf(query);
  const slice = page
    ? { offset: (page.page - 1) * page.limit, limit: page.limit }
    : { offset: 0, limit: MAX_WITHOUT_PAGE };
  const { matching, ...counts } = await countUsers(read, query);
  const users = slice.offset < matching ? await listUsers(read, query, slice) : [];
  const withFactor = await findUsersWithFactor(
    read,
    users.map(({ id }) => id),
  );
  return {
    success: true,
    users: users.map((user) => ({ ...toUser(user), hasSecondFactor: withFactor.has(user.id) })),
    ...counts,
    hasMore: slice.offset + slice.limit < matching,
    ...(page && { pagination: paginationOf(page, matching) }),
  };
}

function requireId(id: string): string {
  if (!isId(id)) throw userNotFound();
  return id;
}
