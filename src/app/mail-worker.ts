// The mail worker with the writers of every kind of e-mail.

import { factorDueWriters } from "#accounts/own-account/server/factor-due-mail.ts";
import { accountWriters } from "#accounts/users/server/links/account-mail.ts";
import type { AccountLinks } from "#accounts/users/server/links/store.ts";
import { listNoticeMailboxes } from "#accounts/users/server/staff-notices.ts";
import { company } from "#company/facts/facts.ts";
import { followUpWriters } from "#deals/follow-up/server/emails.ts";
import { offerWriters } from "#deals/offers/server/emails.ts";
import type { OfferLinks } from "#deals/offers/server/offer-links.ts";
import { privacyWriters } from "#deals/privacy/server/emails.ts";
import { findRequest } from "#deals/privacy/server/store.ts";
import type { VerificationLinks } from "#deals/privacy/server/verification-links.ts";
import { countDeadLetters, readBacklog } from "#delivery/mail/server/store.ts";
import { testMail } from "#delivery/mail/server/test-mail.ts";
import { openTransport } from "#delivery/mail/server/transports.ts";
import { MailWorker } from "#delivery/mail/server/worker.ts";
import { feedCounter } from "#inquiries/agenda/server/store.ts";
import { readRules } from "#inquiries/bookings/server/availability/store.ts";
import { bookingWriters } from "#inquiries/bookings/server/mail/emails.ts";
import type { ManageLinks } from "#inquiries/bookings/server/visitor/manage-links.ts";
import { siteBookingRules } from "#inquiries/bookings/slots.ts";
import { callWriters } from "#inquiries/calls/server/emails.ts";
import { contactWriters } from "#inquiries/contact/server/emails.ts";
import { findContactMessage } from "#inquiries/contact/server/store.ts";
import { alarmWriters } from "#operation/system/server/emails.ts";
import { leadRules } from "#people/leads/inquiry.ts";
import { STOP_PATH } from "#people/permissions/permission.ts";
import { findStateByEmail, listStopped } from "#people/permissions/server/ledger.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Gauge } from "#platform/server/http/metrics.ts";
import type { App } from "#platform/server/http/types.ts";
import type { Config } from "./config.ts";

type Services = { config: Config; database: Database; clock: Clock };

/** The addresses follow the published facts. */
export function mailSettings({ publicUrl, mailFrom }: Config) {
  return {
    publicUrl,
    get mailFrom() {
      return mailFrom ?? company.email;
    },
  };
}

export function mailGauges({ database, clock }: Pick<Services, "database" | "clock">): Gauge[] {
  return [
    {
      name: "mail_overdue",
      help: "Mails that were due a minute ago, or failed and will be tried again.",
      read: async () => (await readBacklog(database.read, clock.now())).count,
    },
    { name: "mail_failed", help: "Mails that were given up.", read: () => countDeadLetters(database.read) },
  ];
}

export type Links = {
  manageLinks: ManageLinks;
  verificationLinks: VerificationLinks;
  offerLinks: OfferLinks;
  accountLinks: AccountLinks;
};

export function createMailWorker(
  { config, database, clock }: Services,
  app: App,
  { manageLinks, verificationLinks, offerLinks, accountLinks }: Links,
): MailWorker {
  const settings = mailSettings(config);
  const readLeadRules = leadRulesReader(database);
  const bookingSettings = {
    publicUrl: config.publicUrl,
    manageLinks,
    get rules() {
      return siteBookingRules();
    },
  };
  return new MailWorker({
    database,
    clock,
    transport: openTransport(config, settings),
    writers: {
      ...bookingWriters({ database, settings: bookingSettings }),
      ...contactWriters({
        find: (id) => findContactMessage(database.read, id),
        findStopped: async (message) => (await listStopped(database, [message]))[0] ?? [],
        listAccounts: () => listNoticeMailboxes(database.read, "messages"),
        readLeadRules,
        settings,
      }),
      ...callWriters({ database, readLeadRules, settings }),
      ...followUpWriters({ database, readLeadRules, settings }),
      ...privacyWriters({
        find: (id) => findRequest(database.read, id),
        settings: { publicUrl: config.publicUrl, links: verificationLinks },
      }),
      ...offerWriters({ database, settings: { publicUrl: config.publicUrl, links: offerLinks } }),
      ...accountWriters({ database, settings: { publicUrl: config.publicUrl, links: accountLinks } }),
      ...factorDueWriters({ database, countFeeds: feedCounter(database), settings }),
      ...alarmWriters(config),
      test: async () => testMail(settings),
    },
    optOut: {
      hasStopped: async (address) => {
        const { email } = (await personKeys(database)).of({ email: address });
        return email !== undefined && (await findStateByEmail(database.read, email)).email === "revoked";
      },
      urlOf: async (address) => `${config.publicUrl}${STOP_PATH}${(await personKeys(database)).stopToken(address)}`,
    },
    pollSeconds: config.workerPollSeconds,
    retrySeconds: config.mailRetrySeconds,
    log: app.log,
  });
}

/** Includes the owner's closures, because leads do not age on them. */
export function leadRulesReader(database: Services["database"]) {
  return async () => leadRules((await readRules(database.read)).closures);
}
