import type { Door, GivenTo } from "#platform/server/door.ts";
import { deskRoutes } from "#site/desk/server/routes.ts";

export const site = {
  routes: (given) => [{ prefix: "/api/site/draft", routes: deskRoutes(given) }],
} satisfies Door<GivenTo<typeof deskRoutes>>;
