import { currentFacts } from "#company/facts/facts.ts";
import {
  cancelSchema,
  lookedUpSchema,
  lookUpSchema,
  managedChangeSchema,
  moveSchema,
} from "#inquiries/bookings/managed-meeting.ts";
import { siteBookingRules } from "#inquiries/bookings/slots.ts";
import { findMeetingStop } from "#people/permissions/server/stop.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { findShownBooking } from "../book/public-booking.ts";
import { findLatestVisitorMail } from "../mail/notice-to-visitor.ts";
import type { ManageLinks } from "./manage-links.ts";
import { cancelMeeting, type Managed, moveMeeting, toManagedMeeting, unknownLink } from "./manage-meeting.ts";

type Services = {
  config: { rateLimit: boolean };
  database: Database;
  clock: Clock;
  manageLinks: ManageLinks;
};

/** The secret is always in the body, also to read: URLs end up in logs and browser history, and mail scanners open them. */
export function manageMeetingRoutes({ config, database, clock, manageLinks }: Services) {
  return endpoints({ access: "public", clock }, (api) => {
    api.post("/look-up", {
      summary: "The meeting that a link in our e-mails opens. Changes nothing",
      body: lookUpSchema,
      answer: lookedUpSchema,
      handle: async ({ body, now }) => {
        const booking = await findShownBooking(database.read, requireId(body.token), now);
        if (!booking) throw unknownLink();
        const { token, stopped } = await findMeetingStop(database, booking);
        if (booking.remindersStoppedAt) stopped.push("email");
        const permissions = { token: booking.email && token, stopped };
        const meeting = await toManagedMeeting(database.read, booking, {
          rules: siteBookingRules(currentFacts()),
          now,
        });
        return { meeting, permissions };
      },
    });

    api.post("/move", {
      summary: "Move the meeting to another slot",
      body: moveSchema,
      answer: managedChangeSchema,
      handle: async ({ body }) => {
        const moveTo = { date: body.meetingDate, label: body.meetingTime };
        const managed = await moveMeeting(database, { ...changeBy(body), moveTo });
        return answer(managed, "Your meeting is moved.", "Your meeting is at that time already. Nothing was changed.");
      },
    });

    api.post("/cancel", {
      summary: "Cancel the meeting, with a reason or without",
      body: cancelSchema,
      answer: managedChangeSchema,
      handle: async ({ body }) => {
        const managed = await cancelMeeting(database, { ...changeBy(body), reason: body.reason });
        return answer(managed, "Your meeting is cancelled.", "Your meeting was cancelled before. Nothing was changed.");
      },
    });
  });

  function requireId(token: string): string {
    const id = manageLinks.readToken(token);
    if (!id) throw unknownLink();
    return id;
  }

  function changeBy({ token, sequence }: { token: string; sequence: number }) {
    return {
      id: requireId(token),
      sequence,
      isLimited: config.rateLimit,
      rules: siteBookingRules(currentFacts()),
      now: clock.now(),
    };
  }

  async function answer({ booking, hasChanged }: Managed, done: string, unchanged: string) {
    const now = clock.now();
    const notice = await findLatestVisitorMail(database.read, booking.id, now);
    const meeting = await toManagedMeeting(database.read, booking, { rules: siteBookingRules(currentFacts()), now });
    return { message: hasChanged ? done : unchanged, meeting, notice };
  }
}
