// What visitors read, and where the owner edits it: pages need no server of their own, the desk does.
import type { Door, GivenTo } from "#platform/server/door.ts";
import { deskRoutes } from "#site/desk/server/routes.ts";

export const site = {
  routes: (given) => [{ prefix: "/api/site/draft", routes: deskRoutes(given) }],
} satisfies Door<GivenTo<typeof deskRoutes>>;
