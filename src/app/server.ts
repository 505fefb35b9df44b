// Every endpoint group with its prefix, and the services they need.

import { fileURLToPath } from "node:url";
import { keyAdminRoutes } from "#accounts/keys/server/admin-routes.ts";
import { createKeyGuard, scopesFor } from "#accounts/keys/server/key-guard.ts";
import type { MorningMail } from "#accounts/own-account/server/change-account.ts";
import { accountRoutes } from "#accounts/own-account/server/routes.ts";
import { undoEmailRoutes } from "#accounts/own-account/server/undo-email.ts";
import { accountRulesRoutes } from "#accounts/users/server/account-rules.ts";
import { userAdminRoutes } from "#accounts/users/server/admin-routes.ts";
import { invitationRoutes } from "#accounts/users/server/links/invitation-routes.ts";
import { confirmationRoutes } from "#accounts/users/server/links/routes.ts";
import { createAccountLinks } from "#accounts/users/server/links/store.ts";
import { factorRoutes } from "#accounts/users/server/second-factor/account-routes.ts";
import { factorAdminRoutes } from "#accounts/users/server/second-factor/admin-routes.ts";
import { relyingPartyOf } from "#accounts/users/server/second-factor/passkeys.ts";
import { authSecret } from "#accounts/users/server/secret.ts";
import { keepRefreshTokens } from "#accounts/users/server/sign-in/answer-signed-in.ts";
import { guards } from "#accounts/users/server/sign-in/guards.ts";
import { proofRoutes } from "#accounts/users/server/sign-in/prove.ts";
import { authRoutes } from "#accounts/users/server/sign-in/routes.ts";
import { createTokens } from "#accounts/users/server/sign-in/tokens.ts";
import { company } from "#company/facts/facts.ts";
import { companyAdminRoutes } from "#company/facts/server/admin-routes.ts";
import { pictureAdminRoutes } from "#company/facts/server/pictures/admin-routes.ts";
import { pictureRoutes } from "#company/facts/server/pictures/routes.ts";
import { previewFrameRoutes } from "#company/facts/server/preview-frame.ts";
import {
  type OnPublished,
  PublishedVersion,
  type RenderPage,
  type RenderPages,
} from "#company/facts/server/publish.ts";
import { adoptPublishedFacts } from "#company/facts/server/published-facts.ts";
import { companyRoutes } from "#company/facts/server/routes.ts";
import { VersionFollower } from "#company/facts/server/version-follower.ts";
import type { CompanyVersion } from "#company/facts/version.ts";
import { keptDays } from "#company/shell/keeping.ts";
import { campaignAdminRoutes } from "#deals/campaigns/server/admin-routes.ts";
import { goRoutes } from "#deals/campaigns/server/routes.ts";
import { spendAdminRoutes, spendImportRoutes } from "#deals/campaigns/server/spend/admin-routes.ts";
import { VisitCounter } from "#deals/campaigns/server/visit-counter.ts";
import { leadAdminRoutes, nextStepRoutes } from "#deals/follow-up/server/admin-routes.ts";
import { leadImportRoutes } from "#deals/follow-up/server/import-routes.ts";
import { switchMorningMail } from "#deals/follow-up/server/morning-mail.ts";
import { hasMorningMail } from "#deals/follow-up/server/store.ts";
import { leadOfferRoutes, offerAdminRoutes } from "#deals/offers/server/admin-routes.ts";
import { createOfferLinks } from "#deals/offers/server/offer-links.ts";
import { offerRoutes } from "#deals/offers/server/routes.ts";
import { peopleAdminRoutes } from "#deals/privacy/server/admin-routes.ts";
import { personRoutes } from "#deals/privacy/server/person-routes.ts";
import { privacyRequestRoutes } from "#deals/privacy/server/routes.ts";
import { createVerificationLinks } from "#deals/privacy/server/verification-links.ts";
import { mailAdminRoutes } from "#delivery/mail/server/admin-routes.ts";
import type { MailWorker } from "#delivery/mail/server/worker.ts";
import { HOLD_PATH } from "#delivery/removals/removal.ts";
import { removalAdminRoutes } from "#delivery/removals/server/admin-routes.ts";
import { journalKey } from "#delivery/removals/server/journal-key.ts";
import { JournalWriter } from "#delivery/removals/server/journal-writer.ts";
import { webhookAdminRoutes } from "#delivery/webhooks/server/admin-routes.ts";
import { WebhookWorker } from "#delivery/webhooks/server/worker.ts";
import { calendarFeedRoutes, daySheetRoutes } from "#inquiries/agenda/server/admin-routes.ts";
import { readCalendarRoutes } from "#inquiries/agenda/server/routes.ts";
import { bookingAdminRoutes } from "#inquiries/bookings/server/admin/admin-routes.ts";
import { availabilityRoutes, closureRoutes } from "#inquiries/bookings/server/availability/admin-routes.ts";
import { seedAvailability } from "#inquiries/bookings/server/availability/store.ts";
import { bookingRoutes } from "#inquiries/bookings/server/book/routes.ts";
import { bookingImportRoutes } from "#inquiries/bookings/server/files/import-routes.ts";
import { followTimeZone } from "#inquiries/bookings/server/mail/follow-time-zone.ts";
import { createManageLinks } from "#inquiries/bookings/server/visitor/manage-links.ts";
import { manageMeetingRoutes } from "#inquiries/bookings/server/visitor/manage-routes.ts";
import { stopReminderRoutes, stopReminders } from "#inquiries/bookings/server/visitor/stop-reminders.ts";
import { callAdminRoutes } from "#inquiries/calls/server/admin-routes.ts";
import { contactAdminRoutes } from "#inquiries/contact/server/admin-routes.ts";
import { contactImportRoutes } from "#inquiries/contact/server/import-routes.ts";
import { contactRoutes } from "#inquiries/contact/server/routes.ts";
import { analyticsAdminRoutes } from "#operation/analytics/server/admin-routes.ts";
import { auditLogAdminRoutes } from "#operation/audit-log/server/admin-routes.ts";
import { JournalCopier } from "#operation/backups/server/journal-copier.ts";
import { BackupWorker } from "#operation/backups/server/worker.ts";
import { systemAdminRoutes } from "#operation/system/server/admin-routes.ts";
import { systemGauges } from "#operation/system/server/gauges.ts";
import { SystemWatch } from "#operation/system/server/watch.ts";
import { leadNoteRoutes } from "#people/leads/server/admin-routes.ts";
import { permissionAdminRoutes } from "#people/permissions/server/admin-routes.ts";
import { personKeyOf as personKeyOfHashes, personKeys } from "#people/permissions/server/person-keys.ts";
import { stopRoutes } from "#people/permissions/server/routes.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { createApp } from "#platform/server/http/app.ts";
import { rateLimitPublicCalls } from "#platform/server/http/call-limits.ts";
import { documentApi } from "#platform/server/http/docs.ts";
import { healthRoutes } from "#platform/server/http/health.ts";
import { Listener } from "#platform/server/http/listener.ts";
import { onAnswered } from "#platform/server/http/logging.ts";
import type { Metrics } from "#platform/server/http/metrics.ts";
import { policyReportRoutes } from "#platform/server/http/policy-reports.ts";
import type { App, PageHandler } from "#platform/server/http/types.ts";
import { deskRoutes } from "#site/desk/server/routes.ts";
import type { Config } from "./config.ts";
import { Housekeeping } from "./housekeeping.ts";
import { createMailWorker, type Links, leadRulesReader, mailGauges, mailSettings } from "./mail-worker.ts";
import { MIGRATIONS } from "./tables.ts";

const BACKUP_PROGRAM = fileURLToPath(new URL("./backup-process.ts", import.meta.url));

export type Services = { config: Config; database: Database; clock: Clock };

export type Site = {
  app: App;
  /** Follows nothing before it is started. */
  versions: VersionFollower;
  /** Sends nothing before it is started. */
  mail: MailWorker;
  /** Sends nothing before it is started. */
  webhooks: WebhookWorker;
  visits: VisitCounter;
  /** Deletes nothing before it is started. */
  housekeeping: Housekeeping;
  /** Writes nothing before it is started. */
  journal: JournalWriter;
  /** Copies nothing before the journal is written. */
  journalCopier: JournalCopier;
  /** Writes and tells nothing before it is started. */
  system: SystemWatch;
  /** Makes nothing before it is started. */
  backups: BackupWorker;
  /** Undefined if metrics are off. */
  metrics: Metrics | undefined;
  isDraining: boolean;
};

/** What the page handler shows when the site starts, and how it shows another version. */
type ShownVersion = { published: CompanyVersion; renderPages: RenderPages; renderPage: RenderPage };

/** What already answers pages. */
export type Shown = ShownVersion & { listener: Listener };

/** Ready to listen. Throws if a route does not declare its access. */
export async function createSite(services: Services, servePage: PageHandler, shown?: Shown): Promise<Site> {
  const { config, database } = services;
  const isHttps = config.publicUrl.startsWith("https:");
  const { listener, ...version } = shown ?? {
    ...(await versionWithoutPages(services)),
    listener: new Listener({ isHttps }, servePage),
  };
  const published = new PublishedVersion({ ...services, ...version, onPublished });
  await seedAvailability(database, services.clock.now());
  const secret = authSecret(config);
  const tokens = createTokens(secret, config.accessTokenSeconds);
  const links = {
    manageLinks: createManageLinks(secret, config.publicUrl),
    verificationLinks: createVerificationLinks(secret, config.publicUrl),
    offerLinks: createOfferLinks(secret, config.publicUrl),
    accountLinks: createAccountLinks(secret, config.publicUrl),
  };
  const keys = await personKeys(database);
  // After the keys of people, by which the journal names them: a backup that knows its journal has both.
  await journalKey(database, services.clock.now());
  const personKeyOf = (email: string) => personKeyOfHashes(keys.of({ email }));
  const readLeadRules = leadRulesReader(database);
  const { refreshGraceSeconds, rateLimit } = config;
  const relyingParty = relyingPartyOf(config.publicUrl);
  const auth = { ...services, tokens, links: links.accountLinks, relyingParty, refreshGraceSeconds, rateLimit };
  const { logLevel, trustProxy } = config;
  const app = createApp({ logLevel, trustProxy, listener, guards: guards(auth, createKeyGuard(services)) });
  const system = new SystemWatch(app, { ...services, migrations: MIGRATIONS });
  listener.onPage = (request) => system.seePage(request);
  const mail = createMailWorker(services, app, links);
  const webhooks = new WebhookWorker({
    ...services,
    allowPrivate: config.webhookAllowPrivate,
    pollSeconds: config.workerPollSeconds,
    log: app.log,
  });
  const visits = new VisitCounter({ ...services, log: app.log });
  const hasMailServer = config.smtpUrl !== undefined;
  const housekeeping = new Housekeeping({ ...services, dataDir: config.dataDir, hasMailServer, log: app.log });
  const keepDays = keptDays(config.backupKeep);
  const backupProcess = { ...services, migrations: MIGRATIONS, program: BACKUP_PROGRAM, log: app.log };
  const journalCopier = new JournalCopier(backupProcess);
  const onWritten = journalCopier.wake.bind(journalCopier);
  const journal = new JournalWriter({ ...services, backupDir: config.backupDir, keepDays, onWritten, log: app.log });
  const backups = new BackupWorker({ ...backupProcess, journal, pollSeconds: config.workerPollSeconds });
  const metrics =
    config.metricsPort === undefined
      ? undefined
      : await startMetrics(app, { gauges: [...mailGauges(services), ...systemGauges(services)], isHttps });
  const versions = new VersionFollower(published, app.log);
  const site: Site = {
    app,
    versions,
    mail,
    webhooks,
    visits,
    housekeeping,
    journal,
    journalCopier,
    backups,
    system,
    metrics,
    isDraining: false,
  };
  if (config.rateLimit) rateLimitPublicCalls(app, services);
  // Otherwise keep-alive connections would stay open until the end of the drain.
  app.addHook("onSend", async (_request, reply) => {
    if (site.isDraining) reply.header("connection", "close");
  });
  // Mail of a change is sent at once, because staff should call within minutes.
  onAnswered(app, (request) => {
    if (request.method === "GET" || request.method === "HEAD") return;
    mail.wake();
    webhooks.wake();
    journal.wake();
  });

  keepRefreshTokens(app, config);
  documentApi(app, { title: () => `${company.name} API`, scopesFor });
  await app.register(healthRoutes({ database, isDraining: () => site.isDraining }));
  await app.register(policyReportRoutes(services));
  const parts = {
    ...services,
    auth,
    links,
    published,
    servePage,
    mail,
    webhooks,
    visits,
    system,
    personKeyOf,
    readLeadRules,
  };
  await registerAccounts(app, parts);
  await registerBookings(app, parts);
  await registerPeople(app, parts);
  await registerCompany(app, parts);
  await registerCampaigns(app, parts);
  await app.ready();
  database.beginServing();
  return site;
}

type Parts = Services & {
  auth: Parameters<typeof authRoutes>[0] & { rateLimit: boolean };
  links: Links;
  published: PublishedVersion;
  servePage: PageHandler;
  mail: MailWorker;
  webhooks: WebhookWorker;
  visits: VisitCounter;
  system: SystemWatch;
  personKeyOf: (email: string) => string;
  readLeadRules: ReturnType<typeof leadRulesReader>;
};

/** Sign-in, accounts, keys, what they did, and how the site is. */
async function registerAccounts(app: App, { auth, links, readLeadRules, system, ...services }: Parts): Promise<void> {
  const morningMail: MorningMail = {
    isOn: (userId) => hasMorningMail(services.database.read, userId),
    prepareSwitch: async () => {
      const { calendar } = await readLeadRules();
      return (trx, change) => switchMorningMail(trx, { ...change, calendar });
    },
  };
  await app.register(authRoutes(auth, services.config), { prefix: "/api/auth" });
  await app.register(confirmationRoutes(auth, services.config), { prefix: "/api/account" });
  await app.register(undoEmailRoutes(auth), { prefix: "/api/auth" });
  await app.register(proofRoutes(auth), { prefix: "/api/account" });
  await app.register(accountRoutes({ ...auth, accountLinks: links.accountLinks, morningMail }), {
    prefix: "/api/account",
  });
  await app.register(factorRoutes(auth), { prefix: "/api/account" });
  await app.register(factorAdminRoutes(auth), { prefix: "/api/users" });
  await app.register(userAdminRoutes({ ...services, links: links.accountLinks }), { prefix: "/api/users" });
  await app.register(invitationRoutes({ ...services, links: links.accountLinks }), {
    prefix: "/api/users/invitations",
  });
  await app.register(accountRulesRoutes(services), { prefix: "/api/users/rules" });
  await app.register(keyAdminRoutes(services), { prefix: "/api/keys" });
  await app.register(analyticsAdminRoutes(services), { prefix: "/api/analytics" });
  await app.register(auditLogAdminRoutes(services), { prefix: "/api/audit-log" });
  await app.register(systemAdminRoutes({ ...services, system }), { prefix: "/api/system" });
}

/** Meetings, from the form to the calendar. */
async function registerBookings(app: App, { links, ...services }: Parts): Promise<void> {
  await app.register(bookingRoutes({ ...services, manageLinks: links.manageLinks }), { prefix: "/api/bookings" });
  await app.register(manageMeetingRoutes({ ...services, manageLinks: links.manageLinks }), {
    prefix: "/api/manage-meeting",
  });
  await app.register(stopReminderRoutes(services), { prefix: "/stop-reminders" });
  await app.register(bookingAdminRoutes(services), { prefix: "/api/bookings" });
  await app.register(bookingImportRoutes(services), { prefix: "/api/bookings/import" });
  await app.register(availabilityRoutes(services), { prefix: "/api/bookings/availability" });
  await app.register(closureRoutes(services));
  await app.register(daySheetRoutes(services), { prefix: "/api/bookings" });
  await app.register(calendarFeedRoutes(services), { prefix: "/api/bookings/calendar-feeds" });
  await app.register(readCalendarRoutes(services));
}

/** Messages, permissions, leads, offers and personal data. */
async function registerPeople(app: App, { links, personKeyOf, readLeadRules, ...services }: Parts): Promise<void> {
  const stopMailAbout = (bookingId: string, now: Date) =>
    services.database.transaction((trx) => stopReminders(trx, bookingId, now));
  await app.register(stopRoutes({ ...services, stopMailAbout }));
  await app.register(permissionAdminRoutes(services), { prefix: "/api/permissions" });
  await app.register(contactRoutes({ ...services, readLeadRules }), { prefix: "/api/contact" });
  await app.register(contactAdminRoutes({ ...services, readLeadRules }), { prefix: "/api/contact/admin" });
  await app.register(contactImportRoutes(services), { prefix: "/api/contact/admin/import" });
  await app.register(callAdminRoutes({ ...services, readLeadRules }), { prefix: "/api/leads" });
  await app.register(privacyRequestRoutes({ ...services, personKeyOf, links: links.verificationLinks }), {
    prefix: "/api/privacy/requests",
  });
  await app.register(peopleAdminRoutes({ ...services, personKeyOf }), { prefix: "/api/people" });
  await app.register(offerRoutes({ ...services, offerLinks: links.offerLinks }), { prefix: "/api/offers" });
  await app.register(offerAdminRoutes({ ...services, offerLinks: links.offerLinks, readLeadRules }), {
    prefix: "/api/offers",
  });
  await app.register(leadOfferRoutes({ ...services, offerLinks: links.offerLinks, readLeadRules }), {
    prefix: "/api/leads/:id/offers",
  });
  await app.register(personRoutes(services), { prefix: "/api/people" });
  await app.register(leadNoteRoutes(services), { prefix: "/api/leads" });
  await app.register(leadAdminRoutes({ ...services, readLeadRules }), { prefix: "/api/leads" });
  await app.register(nextStepRoutes({ ...services, readLeadRules }), { prefix: "/api/next-steps" });
  await app.register(leadImportRoutes(services), { prefix: "/api/leads/import" });
}

/** Facts and pictures of the company, and how it sends. */
async function registerCompany(app: App, { published, servePage, mail, webhooks, ...services }: Parts): Promise<void> {
  await app.register(
    mailAdminRoutes({ ...services, transport: mail.transport, settings: mailSettings(services.config) }),
    {
      prefix: "/api/mail",
    },
  );
  await app.register(webhookAdminRoutes(services), { prefix: "/api/webhooks" });
  const onReleased = () => {
    mail.wake();
    webhooks.wake();
  };
  await app.register(removalAdminRoutes({ ...services, onReleased }), { prefix: HOLD_PATH });
  await app.register(companyRoutes({ published }), { prefix: "/api/site" });
  await app.register(companyAdminRoutes({ ...services, published }), { prefix: "/api/site" });
  await app.register(previewFrameRoutes, { prefix: "/api/site" });
  await app.register(deskRoutes(services), { prefix: "/api/site/draft" });
  await app.register(pictureAdminRoutes(services), { prefix: "/api/site/pictures" });
  await app.register(pictureRoutes({ ...services, servePage }));
}

/** Where leads come from. */
async function registerCampaigns(app: App, { servePage, visits, ...services }: Parts): Promise<void> {
  await app.register(campaignAdminRoutes(services), { prefix: "/api/campaigns" });
  await app.register(spendAdminRoutes(services), { prefix: "/api/campaigns" });
  await app.register(spendImportRoutes(services), { prefix: "/api/campaigns/spend/import" });
  await app.register(goRoutes({ ...services, visits, servePage }), { prefix: "/go" });
}

const EMPTY_PAGE = "<!DOCTYPE html><title>No pages</title>";

/** For a site that serves no pages. */
async function versionWithoutPages({ config, database, clock }: Services): Promise<ShownVersion> {
  return {
    published: await adoptPublishedFacts(database, { ...config, now: clock.now() }),
    renderPages: async () => () => {},
    renderPage: async () => EMPTY_PAGE,
  };
}

const onPublished: OnPublished = async (trx, { before, after, now }) => {
  if (before.timeZone !== after.timeZone)
    await followTimeZone(trx, { before: before.timeZone, after: after.timeZone, now });
};

/** Imported only if metrics are on: otherwise it would cost start-up time and memory. */
async function startMetrics(...settings: ConstructorParameters<typeof Metrics>): Promise<Metrics> {
  return new (await import("#platform/server/http/metrics.ts")).Metrics(...settings);
}
