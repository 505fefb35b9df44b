import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import {
  type Booking,
  bookingConfirmedSchema,
  isUpcoming,
  newBookingSchema,
  valuesOf,
} from "#inquiries/bookings/booking.ts";
import { bookingNotFound } from "#inquiries/bookings/errors.ts";
import { publicBookingAnswerSchema } from "#inquiries/bookings/managed-meeting.ts";
import { MEETING_TYPES } from "#inquiries/bookings/meeting-types.ts";
import { openDaysSchema, openSlotsSchema } from "#inquiries/bookings/open-times.ts";
import { availableDays, availableTimes, closureOn } from "#inquiries/bookings/slots.ts";
import { callsText } from "#inquiries/roster/promise.ts";
import { readPromiseOf } from "#inquiries/roster/server/promise.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { withPrivacySignal } from "#people/leads/server/privacy-signal.ts";
import { addDays, formatTime, isDay, wallClock } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
import { idempotentRequest } from "#platform/server/idempotency.ts";
import { newId } from "#platform/server/ids.ts";
import { visitorOf } from "#platform/server/visitor.ts";
import { readRules, rulesAndTakenOn } from "../availability/store.ts";
import { invite } from "../mail/invite.ts";
import { listTakenBetween } from "../seats/store.ts";
import type { ManageLinks } from "../visitor/manage-links.ts";
import { type Booked, bookMeeting } from "./book-meeting.ts";
import { findShownBooking, toPublicBooking } from "./public-booking.ts";

type Services = {
  config: { rateLimit: boolean; publicUrl: string };
  database: Database;
  clock: Clock;
  manageLinks: ManageLinks;
  readLeadRules: () => Promise<LeadRules>;
};

const BOOKED = "Your meeting is booked. We look forward to talking with you.";

/** Without a type the answer has the times that are free for every type. */
const meetingTypeSchema = z.optional(z.enum(valuesOf(MEETING_TYPES), "Please choose a meeting type"));

export function bookingRoutes({ config, database, clock, manageLinks, readLeadRules }: Services) {
  return endpoints({ access: "public", clock, notFound: bookingNotFound }, (api) => {
    api.post("", {
      summary: "Book a meeting",
      body: newBookingSchema,
      created: bookingConfirmedSchema,
      message: BOOKED,
      handle: async ({ body, now, request }) => {
        const booking = withPrivacySignal(body, request.headers);
        // Bots fill in every field. They get the answer they expect.
        const booked: Booked = booking.website
          ? { id: newId(), confirmationAt: undefined }
          : await bookMeeting(database, {
              booking,
              visitor: {
                limitKey: config.rateLimit ? clientAddressKey(request.ip) : undefined,
                ...visitorOf(request),
              },
              idempotency: idempotentRequest("POST /api/bookings", request.headers["idempotency-key"], booking),
              now,
            });
        return {
          bookingId: booked.id,
          manageUrl: manageLinks.urlOf(booked.id),
          ...(booked.confirmationAt && { confirmationAt: booked.confirmationAt.toISOString() }),
        };
      },
    });

    api.get("/available-slots", {
      summary: "Free times of a day",
      query: z.object({
        date: z.string("Please choose a date").check(z.refine(isDay, "Please choose a date")),
        meetingType: meetingTypeSchema,
      }),
      answer: openSlotsSchema,
      handle: async ({ query: { date, meetingType }, now }) => {
        const { rules, taken } = await rulesAndTakenOn(database.read, date);
        const slots = availableTimes(rules, date, now, { taken, meetingType }).map(formatTime);
        const closure = closureOn(rules, date);
        return {
          date,
          timeZone: currentFacts().timeZone,
          slots,
          ...(closure && { closed: { reason: closure.reason } }),
        };
      },
    });

    api.get("/available-days", {
      summary: "All days that are open for booking, and why others are not",
      query: z.object({ meetingType: meetingTypeSchema }),
      answer: openDaysSchema,
      handle: async ({ query: { meetingType }, now }) => {
        const from = wallClock(now, currentFacts().timeZone).day;
        const rules = await readRules(database.read);
        const listTakenOn = await listTakenBetween(database.read, rules, {
          from,
          to: addDays(from, rules.horizonDays),
        });
        return {
          timeZone: currentFacts().timeZone,
          dependsOnMeetingType: rules.bufferMinutes > 0,
          days: availableDays(rules, now, { listTakenOn, meetingType }),
        };
      },
    });

    api.get("/:id", {
      summary: "The public part of a booking",
      answer: publicBookingAnswerSchema,
      handle: async ({ id, now, reply }) => {
        const booking = await requireBooking(database, id, now);
        reply.header("x-robots-tag", "noindex");
        const shown = { booking: toPublicBooking(booking) };
        if (!isUpcoming(booking)) return shown;
        const promise = await readPromiseOf(database.read, booking, {
          calendar: (await readLeadRules()).calendar,
          now,
        });
        return { ...shown, calls: callsText(promise, currentFacts(), now), ...(promise && { promise }) };
      },
    });

    api.get("/:id/invite.ics", {
      summary: "The meeting as a calendar file",
      handle: async ({ id, now, reply }) => {
        const booking = await requireBooking(database, id, now);
        return reply
          .type("text/calendar; charset=utf-8; method=PUBLISH")
          .header("content-disposition", 'attachment; filename="meeting.ics"')
          .header("x-robots-tag", "noindex")
          .send(
            invite(booking, {
              method: "PUBLISH",
              rules: { timeZone: currentFacts().timeZone },
              publicUrl: config.publicUrl,
            }),
          );
      },
    });
  });
}

async function requireBooking(database: Database, id: string, now: Date): Promise<Booking> {
  const booking = await findShownBooking(database.read, id, now);
  if (!booking) throw bookingNotFound();
  return booking;
}
