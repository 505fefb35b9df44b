import { fileURLToPath } from "node:url";
import { countAnswers } from "#accounts/exports/server/count-answers.ts";
import { createKeyGuard, scopesFor } from "#accounts/keys/server/key-guard.ts";
import type { MorningMail } from "#accounts/own-account/server/change-account.ts";
import { createAccountLinks } from "#accounts/users/server/links/store.ts";
import { factorDueOf } from "#accounts/users/server/required-factor.ts";
import { relyingPartyOf } from "#accounts/users/server/second-factor/passkeys.ts";
import { authSecret } from "#accounts/users/server/secret.ts";
import { keepRefreshTokens } from "#accounts/users/server/sign-in/answer-signed-in.ts";
import { guards } from "#accounts/users/server/sign-in/guards.ts";
import { countAdminSessions } from "#accounts/users/server/sign-in/store.ts";
import { readTokenSecret } from "#accounts/users/server/sign-in/token-secret.ts";
import { createTokens } from "#accounts/users/server/sign-in/tokens.ts";
import { readAsAccount } from "#accounts/users/server/staff-notices.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { PublishedVersion, type RenderPage, type RenderPages } from "#company/facts/server/publish.ts";
import { adoptPublishedFacts } from "#company/facts/server/published-facts.ts";
import type { CompanyVersion } from "#company/facts/version.ts";
import { company } from "#company/server.ts";
import { keptDays } from "#company/shell/keeping.ts";
import { switchMorningMail } from "#deals/day/server/morning-mail.ts";
import { hasMorningMail } from "#deals/day/server/store.ts";
import { logIn } from "#deals/follow-up/server/log/write-log.ts";
import { createOfferLinks } from "#deals/offers/server/offer-links.ts";
import { createVerificationLinks } from "#deals/privacy/server/verification-links.ts";
import { deals } from "#deals/server.ts";
import { openPushIdentity } from "#delivery/push/server/identity.ts";
import { journalKey } from "#delivery/removals/server/journal-key.ts";
import { delivery, wakeAll } from "#delivery/server.ts";
import { feedCounter } from "#inquiries/agenda/server/store.ts";
import { seedAvailability } from "#inquiries/bookings/server/availability/store.ts";
import { keepTold } from "#inquiries/bookings/server/follow-whereabouts.ts";
import { leadRulesReader } from "#inquiries/bookings/server/lead-rules.ts";
import { followFacts } from "#inquiries/bookings/server/mail/follow-facts.ts";
import { createManageLinks } from "#inquiries/bookings/server/visitor/manage-links.ts";
import { stopReminders } from "#inquiries/bookings/server/visitor/stop-reminders.ts";
import { US_STATES } from "#inquiries/bookings/us-states.ts";
import { claimLeadFor } from "#inquiries/roster/server/claim-lead.ts";
import { inquiries } from "#inquiries/server.ts";
import { operation } from "#operation/server.ts";
import { personKeyOf, personKeys } from "#people/permissions/server/person-keys.ts";
import { people } from "#people/server.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { hiddenAmong, setLimits } from "#platform/server/database/queries/limited-reads.ts";
import type { GivenTo } from "#platform/server/door.ts";
import { createApp } from "#platform/server/http/app.ts";
import { rateLimitPublicCalls } from "#platform/server/http/call-limits.ts";
import { documentApi } from "#platform/server/http/docs.ts";
import { healthRoutes } from "#platform/server/http/health.ts";
import { Listener } from "#platform/server/http/listener.ts";
import { onAnswered } from "#platform/server/http/logging.ts";
import type { Metrics } from "#platform/server/http/metrics.ts";
import { policyReportRoutes } from "#platform/server/http/policy-reports.ts";
import type { App, PageHandler } from "#platform/server/http/types.ts";
import { carriedKeys, openLinkKeys } from "#platform/server/links/link-keys.ts";
import type { Config } from "./config.ts";
import { DOORS } from "./doors.ts";
import { Housekeeping } from "./housekeeping.ts";
import { createMailWorker, mailSettings } from "./mail-worker.ts";
import { MAILED_LINKS } from "./mailed-links.ts";
import { MIGRATIONS } from "./tables.ts";
import { refuseWritesWhileClosed, type UpdateGate } from "./update-gate.ts";

const BACKUP_PROGRAM = fileURLToPath(new URL("./backup-process.ts", import.meta.url));

export type Services = { config: Config; database: Database; clock: Clock };

export type Site = Workers & {
  app: App;
  metrics: Metrics | undefined;
  isDraining: boolean;
};

type Workers = ReturnType<typeof createWorkers>;

type ShownVersion = { published: CompanyVersion; renderPages: RenderPages; renderPage: RenderPage };

export type Shown = ShownVersion & { listener: Listener; gate: UpdateGate };

/** Throws if a route does not declare its access. */
export async function createSite(services: Services, servePage: PageHandler, shown?: Shown): Promise<Site> {
  const { config, database } = services;
  setLimits([...people.limits, ...inquiries.limits, ...deals.limits]);
  const isHttps = config.publicUrl.startsWith("https:");
  const { listener, gate, ...version } = shown ?? {
    gate: undefined,
    ...(await versionWithoutPages(services)),
    listener: new Listener({ isHttps }, servePage),
  };
  const published = new PublishedVersion({
    ...services,
    ...version,
    onPublished: followFacts,
    states: Object.values(US_STATES),
  });
  await seedAvailability(database, services.clock.now());
  const shared = { ...(await shareAmongAreas(services)), published, servePage };
  const { logLevel, trustProxy } = config;
  const access = guards(shared.auth, createKeyGuard(services));
  const app = createApp({ logLevel, trustProxy, listener, guards: access });
  if (gate) refuseWritesWhileClosed(app, gate);
  countAnswers(app, services);
  const countAdmins = (sessionIds: readonly string[]) => countAdminSessions(database.read, sessionIds);
  const workers = createWorkers(app, { ...shared, guard: access.admin, countAdmins });
  const parts = { ...shared, ...workers };
  const gauges = DOORS.flatMap((door) => ("gauges" in door ? door.gauges(parts) : []));
  const metrics = config.metricsPort === undefined ? undefined : await startMetrics(app, { gauges, isHttps });
  const site: Site = { app, ...workers, metrics, isDraining: false };
  if (config.rateLimit) rateLimitPublicCalls(app, services);
  // Keep-alive connections would otherwise stay open until the end of the drain.
  app.addHook("onSend", async (_request, reply) => {
    if (site.isDraining) reply.header("connection", "close");
  });
  // Mail of a change is sent at once, because staff should call within minutes.
  onAnswered(app, (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") wakeAll([site.mail, site.webhooks, site.push]);
  });

  keepRefreshTokens(app, config);
  documentApi(app, { title: () => `${currentFacts().company.name} API`, publicUrl: config.publicUrl, scopesFor });
  await app.register(healthRoutes({ database, isDraining: () => site.isDraining }));
  await app.register(policyReportRoutes(services));
  for (const door of DOORS) for (const { prefix, routes } of door.routes(parts)) await app.register(routes, { prefix });
  await app.ready();
  database.beginServing();
  return site;
}

async function shareAmongAreas(services: Services) {
  const { config, database, clock } = services;
  const { publicUrl, refreshGraceSeconds, rateLimit } = config;
  const secret = authSecret(config);
  const linkKeys = await openLinkKeys(database.read, secret);
  const tokenSecret = await readTokenSecret(database.read, secret);
  const keys = await personKeys(database);
  // The journal names people by their keys, so a backup that knows its journal must have both.
  await journalKey(database, clock.now());
  const accountLinks = createAccountLinks(linkKeys.of, publicUrl);
  const readLeadRules = leadRulesReader(database);
  const morningMail: MorningMail = {
    isOn: (userId) => hasMorningMail(database.read, userId),
    prepareSwitch: async () => {
      const { calendar } = await readLeadRules();
      return (trx, change) => switchMorningMail(trx, { ...change, calendar });
    },
  };
  return {
    ...services,
    accountLinks,
    auth: {
      ...services,
      tokens: createTokens(tokenSecret, config.accessTokenSeconds),
      links: accountLinks,
      relyingParty: relyingPartyOf(publicUrl),
      refreshGraceSeconds,
      rateLimit,
    },
    manageLinks: createManageLinks(linkKeys.of, publicUrl),
    verificationLinks: createVerificationLinks(linkKeys.of, publicUrl),
    offerLinks: createOfferLinks(linkKeys.of, publicUrl),
    pushIdentity: await openPushIdentity(database, tokenSecret),
    links: carriedKeys(linkKeys, MAILED_LINKS),
    takeLead: claimLeadFor,
    seesLead: (userId: string, leadId: string) =>
      readAsAccount(database, userId, async () => (await hiddenAmong(database, [leadId])).size === 0),
    mailSettings: mailSettings(config),
    readLeadRules,
    logIn,
    morningMail,
    keepTold,
    countFeeds: feedCounter(database),
    personKeyOf: (email: string) => personKeyOf(keys.of({ email })),
    stopMailAbout: (bookingId: string, now: Date) => database.transaction((trx) => stopReminders(trx, bookingId, now)),
  };
}

type Shared = Awaited<ReturnType<typeof shareAmongAreas>> & { published: PublishedVersion };

function createWorkers(app: App, shared: Shared & Pick<GivenTo<typeof delivery.workers>, "guard" | "countAdmins">) {
  const { config, database, clock } = shared;
  const { backupDir, backupKeep, dataDir, smtpUrl } = config;
  const given = { ...shared, log: app.log, app, migrations: MIGRATIONS, program: BACKUP_PROGRAM };
  const sending = delivery.workers({
    ...given,
    backupDir,
    keepDays: keptDays(backupKeep),
    ringers: { ...inquiries.ringers(shared), ...deals.ringers(shared) },
    readAs: (userId, work) => readAsAccount(database, userId, work),
    enqueueDue: (now) => deals.enqueueDue(database, now),
    isFactorDue: async (id) => (await factorDueOf(database.read, { id, role: "admin" }, clock.now())).secondFactorDue,
  });
  return {
    ...sending,
    ...company.workers(given),
    ...deals.workers(given),
    ...inquiries.workers(given),
    ...operation.workers({ ...given, journal: sending.journal }),
    mail: createMailWorker(shared, app.log),
    housekeeping: new Housekeeping({ ...given, dataDir, hasMailServer: smtpUrl !== undefined }),
  };
}

const EMPTY_PAGE = "<!DOCTYPE html><title>No pages</title>";

async function versionWithoutPages({ config, database, clock }: Services): Promise<ShownVersion> {
  return {
    published: await adoptPublishedFacts(database, { ...config, now: clock.now() }),
    renderPages: async () => () => {},
    renderPage: async () => EMPTY_PAGE,
  };
}

/** The import is dynamic, because it costs start-up time and memory. */
async function startMetrics(...settings: ConstructorParameters<typeof Metrics>): Promise<Metrics> {
  return new (await import("#platform/server/http/metrics.ts")).Metrics(...settings);
}
