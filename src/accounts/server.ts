import { exportWriters } from "#accounts/exports/server/emails.ts";
import { keyAdminRoutes } from "#accounts/keys/server/admin-routes.ts";
import { factorDueWriters } from "#accounts/own-account/server/factor-due-mail.ts";
import { accountRoutes } from "#accounts/own-account/server/routes.ts";
import { undoEmailRoutes } from "#accounts/own-account/server/undo-email.ts";
import { accountRulesRoutes } from "#accounts/users/server/account-rules.ts";
import { userAdminRoutes } from "#accounts/users/server/admin-routes.ts";
import { deleteEndedLinks, deleteUnconfirmedAccounts } from "#accounts/users/server/delete-account.ts";
import { accountWriters } from "#accounts/users/server/links/account-mail.ts";
import { invitationRoutes } from "#accounts/users/server/links/invitation-routes.ts";
import { confirmationRoutes } from "#accounts/users/server/links/routes.ts";
import type { AccountLinks } from "#accounts/users/server/links/store.ts";
import { factorRoutes } from "#accounts/users/server/second-factor/account-routes.ts";
import { factorAdminRoutes } from "#accounts/users/server/second-factor/admin-routes.ts";
import { proofRoutes } from "#accounts/users/server/sign-in/prove.ts";
import { authRoutes } from "#accounts/users/server/sign-in/routes.ts";
import { expiryOf } from "#accounts/users/server/sign-in/start-session.ts";
import { deleteExpiredSessions } from "#accounts/users/server/sign-in/store.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Door, GivenTo, Task } from "#platform/server/door.ts";

type Given = Omit<GivenTo<typeof userAdminRoutes>, "links"> &
  GivenTo<typeof keyAdminRoutes> & {
    config: Parameters<typeof authRoutes>[1];
    auth: GivenTo<typeof authRoutes> & { rateLimit: boolean };
    accountLinks: AccountLinks;
  } & Pick<GivenTo<typeof accountRoutes>, "morningMail" | "keepTold">;

type GivenToWriters = {
  database: Database;
  config: { publicUrl: string };
  accountLinks: AccountLinks;
} & Pick<GivenTo<typeof factorDueWriters>, "countFeeds">;

const deleteSessions: Task = ({ database, now }) =>
  database.transaction((trx) => deleteExpiredSessions(trx, expiryOf(now)));

export const accounts = {
  routes: ({ auth, accountLinks, morningMail, ...services }) => [
    { prefix: "/api/auth", routes: authRoutes(auth, services.config) },
    { prefix: "/api/account", routes: confirmationRoutes(auth, services.config) },
    { prefix: "/api/auth", routes: undoEmailRoutes(auth) },
    { prefix: "/api/account", routes: proofRoutes(auth) },
    {
      prefix: "/api/account",
      routes: accountRoutes({ ...auth, accountLinks, morningMail, keepTold: services.keepTold }),
    },
    { prefix: "/api/account", routes: factorRoutes(auth) },
    { prefix: "/api/users", routes: factorAdminRoutes(auth) },
    { prefix: "/api/users", routes: userAdminRoutes({ ...services, links: accountLinks }) },
    { prefix: "/api/users/invitations", routes: invitationRoutes({ ...services, links: accountLinks }) },
    { prefix: "/api/users/rules", routes: accountRulesRoutes(services) },
    { prefix: "/api/keys", routes: keyAdminRoutes(services) },
  ],
  housekeeping: [
    deleteSessions,
    ({ database, dataDir, now }) => deleteEndedLinks(database, { dataDir, now }),
    async ({ database, dataDir, hasMailServer, now }) => {
      if (hasMailServer) await deleteUnconfirmedAccounts(database, { dataDir, now });
    },
  ],
  writers: ({ database, config: { publicUrl }, accountLinks, countFeeds }: GivenToWriters) => ({
    ...accountWriters({ database, settings: { publicUrl, links: accountLinks } }),
    ...exportWriters({ database, settings: { publicUrl } }),
    ...factorDueWriters({ database, countFeeds, settings: { publicUrl } }),
  }),
} satisfies Door<Given>;
