import { companyAdminRoutes } from "#company/facts/server/admin-routes.ts";
import { pictureAdminRoutes } from "#company/facts/server/pictures/admin-routes.ts";
import { pictureRoutes } from "#company/facts/server/pictures/routes.ts";
import { deleteUnusedPictures } from "#company/facts/server/pictures/store.ts";
import { previewFrameRoutes } from "#company/facts/server/preview-frame.ts";
import type { PublishedVersion } from "#company/facts/server/publish.ts";
import { companyRoutes } from "#company/facts/server/routes.ts";
import { VersionFollower } from "#company/facts/server/version-follower.ts";
import type { Door, GivenTo } from "#platform/server/door.ts";
import type { App } from "#platform/server/http/types.ts";

type Given = GivenTo<typeof companyAdminRoutes> & GivenTo<typeof pictureRoutes> & GivenTo<typeof pictureAdminRoutes>;

export const company = {
  routes: (given) => [
    { prefix: "/api/site", routes: companyRoutes(given) },
    { prefix: "/api/site", routes: companyAdminRoutes(given) },
    { prefix: "/api/site", routes: previewFrameRoutes },
    { prefix: "/api/site/pictures", routes: pictureAdminRoutes(given) },
    { prefix: "", routes: pictureRoutes(given) },
  ],
  housekeeping: [({ database, now }) => database.transaction((trx) => deleteUnusedPictures(trx, now))],
  workers: ({ published, log }: { published: PublishedVersion; log: App["log"] }) => ({
    versions: new VersionFollower(published, log),
  }),
} satisfies Door<Given>;
