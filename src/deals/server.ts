// This area covers the pipeline, offers, campaigns, imports, and privacy requests about stored data.

import { currentFacts } from "#company/facts/facts.ts";
import { retentionInForce } from "#company/facts/server/retention.ts";
import { campaignAdminRoutes } from "#deals/campaigns/server/admin-routes.ts";
import { goRoutes } from "#deals/campaigns/server/routes.ts";
import { spendAdminRoutes, spendImportRoutes } from "#deals/campaigns/server/spend/admin-routes.ts";
import { foldLeadCounts } from "#deals/campaigns/server/store.ts";
import { VisitCounter } from "#deals/campaigns/server/visit-counter.ts";
import { dayRoutes, morningMailRoutes } from "#deals/day/server/day-routes.ts";
import { followUpWriters } from "#deals/day/server/emails.ts";
import { letLeadsSleep } from "#deals/day/server/fall-asleep.ts";
import { enqueueMorningMail } from "#deals/day/server/morning-mail.ts";
import { ringDueSteps, stepRinger } from "#deals/day/server/ring-steps.ts";
import { leadAdminRoutes, nextStepRoutes } from "#deals/follow-up/server/admin-routes.ts";
import { leadExportRoutes } from "#deals/follow-up/server/export-routes.ts";
import { leadImportRoutes } from "#deals/follow-up/server/import/import-routes.ts";
import { joinedLeadRoutes } from "#deals/follow-up/server/joined-routes.ts";
import { logRoutes } from "#deals/follow-up/server/log/log-routes.ts";
import { sleepRoutes } from "#deals/follow-up/server/sleep/sleep-routes.ts";
import { leadOfferRoutes, offerAdminRoutes } from "#deals/offers/server/admin-routes.ts";
import { deleteStrayOffers } from "#deals/offers/server/delete-stray-offers.ts";
import { offerWriters } from "#deals/offers/server/emails.ts";
import { offerRoutes } from "#deals/offers/server/routes.ts";
import { peopleAdminRoutes } from "#deals/privacy/server/admin-routes.ts";
import { privacyWriters } from "#deals/privacy/server/emails.ts";
import { eraseOldLeads } from "#deals/privacy/server/erase-old.ts";
import { personRoutes } from "#deals/privacy/server/person-routes.ts";
import { deleteExpiredRequests } from "#deals/privacy/server/request-privacy.ts";
import { privacyRequestRoutes } from "#deals/privacy/server/routes.ts";
import { findRequest } from "#deals/privacy/server/store.ts";
import type { VerificationLinks } from "#deals/privacy/server/verification-links.ts";
import { leadRulesReader } from "#inquiries/bookings/server/lead-rules.ts";
import { aboutRecord, ofLead } from "#people/leads/server/own-leads/store.ts";
import type { Door, GivenTo, Task } from "#platform/server/door.ts";

type Given = Omit<GivenTo<typeof privacyRequestRoutes>, "links"> &
  GivenTo<typeof peopleAdminRoutes> &
  GivenTo<typeof offerRoutes> &
  GivenTo<typeof offerAdminRoutes> &
  GivenTo<typeof leadAdminRoutes> &
  GivenTo<typeof campaignAdminRoutes> &
  GivenTo<typeof goRoutes> & { verificationLinks: VerificationLinks };

type GivenToWriters = Pick<Given, "database" | "config" | "readLeadRules" | "offerLinks" | "verificationLinks"> & {
  mailSettings: GivenTo<typeof followUpWriters>["settings"];
};

const enqueueMorning: Task = async ({ database, now }) => {
  const { calendar } = await leadRulesReader(database)();
  await enqueueMorningMail(database, { calendar, now });
};

const sleep: Task = async ({ database, log, now }) => {
  const { leads, timeZone } = currentFacts();
  const asleep = await letLeadsSleep(database, { days: leads.sleepAfterDays, timeZone, now });
  if (asleep > 0) log.info({ asleep }, "quiet leads fell asleep");
};

const eraseOld: Task = async ({ database, dataDir, log, now }) => {
  const days = await retentionInForce(database.read, now);
  if (days === null) return;
  const erased = await eraseOldLeads(database, { days, dataDir, now });
  if (erased > 0) log.info({ erased, days }, "old leads erased");
};

export const deals = {
  routes: ({ verificationLinks, ...given }) => [
    { prefix: "/api/privacy/requests", routes: privacyRequestRoutes({ ...given, links: verificationLinks }) },
    { prefix: "/api/people", routes: peopleAdminRoutes(given) },
    { prefix: "/api/offers", routes: offerRoutes(given) },
    { prefix: "/api/offers", routes: offerAdminRoutes(given) },
    { prefix: "/api/leads/:id/offers", routes: leadOfferRoutes(given) },
    { prefix: "/api/people", routes: personRoutes(given) },
    { prefix: "/api/leads", routes: leadAdminRoutes(given) },
    { prefix: "/api/leads", routes: leadExportRoutes(given) },
    { prefix: "/api/leads", routes: joinedLeadRoutes(given) },
    { prefix: "/api/leads", routes: logRoutes(given) },
    { prefix: "/api/leads", routes: sleepRoutes(given) },
    { prefix: "/api/day", routes: dayRoutes(given) },
    { prefix: "/api/leads", routes: morningMailRoutes(given) },
    { prefix: "/api/next-steps", routes: nextStepRoutes(given) },
    { prefix: "/api/leads/import", routes: leadImportRoutes(given) },
    { prefix: "/api/campaigns", routes: campaignAdminRoutes(given) },
    { prefix: "/api/campaigns", routes: spendAdminRoutes(given) },
    { prefix: "/api/campaigns/spend/import", routes: spendImportRoutes(given) },
    { prefix: "/go", routes: goRoutes(given) },
  ],
  housekeeping: [
    enqueueMorning,
    sleep,
    ({ database, dataDir, now }) => deleteExpiredRequests(database, { dataDir, now }),
    eraseOld,
    ({ database, dataDir }) => deleteStrayOffers(database, { dataDir }),
    ({ database }) => foldLeadCounts(database),
  ],
  limits: [
    ofLead("offers"),
    // See the report of campaigns.
    { table: "lead_counts", rows: ({ all }) => `select * from ${all("lead_counts")} where 1 = 0` },
    aboutRecord("history", "subject_id"),
    aboutRecord("permission_details", "record_id"),
    aboutRecord("mails", "record_id", { hasIds: true }),
    aboutRecord("webhook_deliveries", "record_id", { hasIds: true }),
    {
      table: "offer_answers",
      rows: ({ all }) => `select part.* from ${all("offer_answers")} as part
        where exists (select 1 from offers as seen where seen.id = part.offer_id)`,
    },
    {
      table: "privacy_requests",
      hasIds: true,
      rows: ({ all }) => `select part.* from ${all("privacy_requests")} as part
        where not exists (select 1 from ${all("people")} as person where person.email_key = part.email_key
          and not exists (select 1 from people as seen where seen.id = person.id))`,
    },
  ],
  ringers: (given: Parameters<typeof stepRinger>[0]) => ({ step: stepRinger(given) }),
  enqueueDue: ringDueSteps,
  workers: (given: ConstructorParameters<typeof VisitCounter>[0]) => ({ visits: new VisitCounter(given) }),
  writers: ({ database, config, mailSettings, ...given }: GivenToWriters) => ({
    ...followUpWriters({ database, readLeadRules: given.readLeadRules, settings: mailSettings }),
    ...privacyWriters({
      find: (id) => findRequest(database.read, id),
      settings: { publicUrl: config.publicUrl, links: given.verificationLinks },
    }),
    ...offerWriters({ database, settings: { publicUrl: config.publicUrl, links: given.offerLinks } }),
  }),
} satisfies Door<Given>;
