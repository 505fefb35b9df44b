import {
  MAX_WITHOUT_PAGE,
  newUserSchema,
  ownersSchema,
  type UserList,
  type UserQuery,
  userChangedSchema,
  userChangesSchema,
  userListSchema,
  userQuerySchema,
} from "#accounts/users/admin.ts";
import { userNotFound } from "#accounts/users/errors.ts";
import { auditLogSchema } from "#platform/audit-log.ts";
import { pageOf, paginationOf } from "#platform/pagination.ts";
import { listAuditLog } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { countUsers, listOwners, listUsers } from "./accounts.ts";
import { changesAdmin, makesAdmin } from "./admin-changes.ts";
import { changeUser, createUser, deleteUser, toggleUserActive, type UserServices } from "./change-user.ts";
import { findUsersWithFactor } from "./second-factor/store.ts";
import { toUser } from "./table.ts";

type Services = UserServices & { clock: Clock };

export function userAdminRoutes(services: Services) {
  return endpoints({ access: "admin", duties: ["run"], clock: services.clock, notFound: userNotFound }, (api) => {
    api.get("", {
      summary: "Accounts, newest first: one page, or without a page up to a thousand",
      query: userQuerySchema,
      answer: userListSchema,
      handle: ({ query }) => readUsers(services, query),
    });

    api.get("/owners", {
      summary: "The active admins with all duties",
      duties: [],
      answer: ownersSchema,
      handle: async () => ({
        owners: (await listOwners(services.database.read)).map(({ name, email }) => ({ name, email })),
      }),
    });

    api.post("", {
      summary: "Create an account",
      proof: makesAdmin,
      body: newUserSchema,
      created: userChangedSchema,
      message: "User created successfully",
      handle: async ({ body, caller, now }) => ({
        user: toUser(await createUser(services, { newUser: body, caller, now })),
      }),
    });

    api.put("/:id", {
      summary: "Change an account; missing fields stay unchanged",
      proof: changesAdmin(services),
      body: userChangesSchema,
      answer: userChangedSchema,
      message: "User updated successfully",
      handle: async ({ id, body, caller, now }) => ({
        user: toUser(await changeUser(services, { id, caller, now, changes: body })),
      }),
    });

    api.get("/:id/history", {
      summary: "What was done to an account, newest first",
      answer: auditLogSchema,
      handle: async ({ id }) => ({ history: await listAuditLog(services.database.read, { kind: "account", id }) }),
    });

    api.delete("/:id", {
      summary: "Delete an account",
      message: "User deleted successfully",
      handle: ({ id, caller, now }) => deleteUser(services, { id, caller, now }),
    });

    api.patch("/:id/toggle-active", {
      summary: "Activate or deactivate an account",
      answer: userChangedSchema,
      message: "User status updated successfully",
      handle: async ({ id, caller, now }) => ({ user: toUser(await toggleUserActive(services, { id, caller, now })) }),
    });
  });
}

async function readUsers({ database: { read } }: Services, query: UserQuery): Promise<Omit<UserList, "success">> {
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
    users: users.map((user) => ({ ...toUser(user), hasSecondFactor: withFactor.has(user.id) })),
    ...counts,
    hasMore: slice.offset + slice.limit < matching,
    ...(page && { pagination: paginationOf(page, matching) }),
  };
}
