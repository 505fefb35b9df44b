import { currentFacts } from "#company/facts/facts.ts";
import { leadNoteRoutes } from "#people/leads/server/admin-routes.ts";
import { OWN_LEADS } from "#people/leads/server/own-leads/store.ts";
import { permissionAdminRoutes } from "#people/permissions/server/admin-routes.ts";
import { expirePermissions } from "#people/permissions/server/expire-permissions.ts";
import { stopRoutes } from "#people/permissions/server/routes.ts";
import type { Door, GivenTo } from "#platform/server/door.ts";

type Given = GivenTo<typeof stopRoutes> & GivenTo<typeof permissionAdminRoutes> & GivenTo<typeof leadNoteRoutes>;

export const people = {
  routes: (given) => [
    { prefix: "", routes: stopRoutes(given) },
    { prefix: "/api/permissions", routes: permissionAdminRoutes(given) },
    { prefix: "/api/leads", routes: leadNoteRoutes(given) },
  ],
  housekeeping: [({ database, now }) => expirePermissions(database, { years: currentFacts().permissionYears, now })],
  limits: OWN_LEADS,
} satisfies Door<Given>;
