import { listNoticeMailboxes } from "#accounts/users/server/staff-notices.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { CALL_BACKS_PATH } from "#company/shell/call-back.ts";
import { leadKeyRoutes } from "#inquiries/added-leads/server/admin-routes.ts";
import { addedLeadWriters } from "#inquiries/added-leads/server/emails.ts";
import { deleteOldBodies } from "#inquiries/added-leads/server/keep-refused.ts";
import { addedLeadRoutes } from "#inquiries/added-leads/server/routes.ts";
import { calendarFeedRoutes, daySheetRoutes } from "#inquiries/agenda/server/admin-routes.ts";
import { readCalendarRoutes } from "#inquiries/agenda/server/routes.ts";
import { bookingAdminRoutes } from "#inquiries/bookings/server/admin/admin-routes.ts";
import { availabilityRoutes, closureRoutes } from "#inquiries/bookings/server/availability/admin-routes.ts";
import { bookingRoutes } from "#inquiries/bookings/server/book/routes.ts";
import { bookingImportRoutes } from "#inquiries/bookings/server/files/import-routes.ts";
import { bookingWriters } from "#inquiries/bookings/server/mail/emails.ts";
import { manageMeetingRoutes } from "#inquiries/bookings/server/visitor/manage-routes.ts";
import { stopReminderRoutes } from "#inquiries/bookings/server/visitor/stop-reminders.ts";
import { whereaboutsRoutes } from "#inquiries/bookings/server/whereabouts/admin-routes.ts";
import { zipCodeRoutes, zipPlaceRoutes } from "#inquiries/bookings/server/zip-codes/routes.ts";
import { siteBookingRules } from "#inquiries/bookings/slots.ts";
import { callAdminRoutes } from "#inquiries/calls/server/admin-routes.ts";
import { callWriters } from "#inquiries/calls/server/emails.ts";
import { callBackRoutes } from "#inquiries/calls/server/routes.ts";
import { contactAdminRoutes } from "#inquiries/contact/server/admin-routes.ts";
import { contactWriters } from "#inquiries/contact/server/emails.ts";
import { contactImportRoutes } from "#inquiries/contact/server/import-routes.ts";
import { contactRoutes } from "#inquiries/contact/server/routes.ts";
import { findContactMessage } from "#inquiries/contact/server/store.ts";
import { importWriters } from "#inquiries/kinds/server/import-emails.ts";
import { withPutOffNotices } from "#inquiries/kinds/server/put-off-notices.ts";
import { claimRoutes, rosterRoutes } from "#inquiries/roster/server/admin-routes.ts";
import { ClaimWatch } from "#inquiries/roster/server/claim-watch.ts";
import { rosterWriters } from "#inquiries/roster/server/emails.ts";
import { leadRingers } from "#inquiries/roster/server/ringers.ts";
import { foldInquiryCounts } from "#people/leads/server/inquiries/lists/store.ts";
import { ofInquiry } from "#people/leads/server/own-leads/store.ts";
import { listStopped } from "#people/permissions/server/ledger.ts";
import type { Door, GivenTo } from "#platform/server/door.ts";

type Given = GivenTo<typeof bookingRoutes> &
  GivenTo<typeof manageMeetingRoutes> &
  GivenTo<typeof bookingAdminRoutes> &
  GivenTo<typeof readCalendarRoutes> &
  GivenTo<typeof calendarFeedRoutes> &
  GivenTo<typeof contactRoutes> &
  GivenTo<typeof contactAdminRoutes> &
  GivenTo<typeof callBackRoutes> &
  GivenTo<typeof callAdminRoutes>;

type GivenToWriters = Pick<Given, "database" | "manageLinks" | "readLeadRules"> & {
  config: { publicUrl: string };
  mailSettings: GivenTo<typeof callWriters>["settings"];
};

export const inquiries = {
  routes: (given) => [
    { prefix: "/api/bookings", routes: bookingRoutes(given) },
    { prefix: "/api/manage-meeting", routes: manageMeetingRoutes(given) },
    { prefix: "/stop-reminders", routes: stopReminderRoutes(given) },
    { prefix: "/api/bookings", routes: bookingAdminRoutes(given) },
    { prefix: "/api/bookings", routes: whereaboutsRoutes(given) },
    { prefix: "/api/bookings/import", routes: bookingImportRoutes(given) },
    { prefix: "/api/bookings/availability", routes: availabilityRoutes(given) },
    { prefix: "", routes: closureRoutes(given) },
    { prefix: "/api/bookings", routes: daySheetRoutes(given) },
    { prefix: "/api/bookings/calendar-feeds", routes: calendarFeedRoutes(given) },
    { prefix: "", routes: readCalendarRoutes(given) },
    { prefix: "/api/zip-codes", routes: zipCodeRoutes(given) },
    { prefix: "/api/zip-codes", routes: zipPlaceRoutes(given) },
    { prefix: "/api/contact", routes: contactRoutes(given) },
    { prefix: "/api/contact/admin", routes: contactAdminRoutes(given) },
    { prefix: "/api/contact/admin/import", routes: contactImportRoutes(given) },
    { prefix: "/api/roster", routes: rosterRoutes(given) },
    { prefix: "/api/leads", routes: claimRoutes(given) },
    { prefix: "/api/leads", routes: callAdminRoutes(given) },
    { prefix: "/api/leads", routes: addedLeadRoutes(given) },
    { prefix: "/api/keys", routes: leadKeyRoutes(given) },
    { prefix: CALL_BACKS_PATH, routes: callBackRoutes(given) },
  ],
  housekeeping: [({ database }) => foldInquiryCounts(database), ({ database, now }) => deleteOldBodies(database, now)],
  limits: ["bookings", "meetings", "contact_messages", "messages"].map(ofInquiry),
  ringers: leadRingers,
  workers: (given: ConstructorParameters<typeof ClaimWatch>[0]) => ({ claims: new ClaimWatch(given) }),
  writers: ({ database, config, manageLinks, mailSettings, readLeadRules }: GivenToWriters) => ({
    ...withPutOffNotices(database, {
      ...bookingWriters({
        database,
        settings: {
          publicUrl: config.publicUrl,
          manageLinks,
          get rules() {
            return siteBookingRules(currentFacts());
          },
        },
      }),
      ...contactWriters({
        database,
        find: (id) => findContactMessage(database.read, id),
        findStopped: async (message) => (await listStopped(database, [message]))[0] ?? [],
        listAccounts: (id) => listNoticeMailboxes(database.read, "messages", id),
        readLeadRules,
        settings: mailSettings,
      }),
      ...callWriters({ database, readLeadRules, settings: mailSettings }),
    }),
    ...rosterWriters({ database, readLeadRules, settings: mailSettings }),
    ...addedLeadWriters({ database, settings: mailSettings }),
    ...importWriters({ database, readLeadRules, settings: mailSettings }),
  }),
} satisfies Door<Given>;
