import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import {
  type Booking,
  bookingConfirmedSchema,
  newBookingSchema,
  publicBookingAnswerSchema,
  valuesOf,
} from "#inquiries/bookings/booking.ts";
import { MEETING_TYPES } from "#inquiries/bookings/meeting-types.ts";
import { openDaysSchema, openSlotsSchema } from "#inquiries/bookings/open-times.ts";
import { availableDays, availableTimes, closureOn } from "#inquiries/bookings/slots.ts";
import { withPrivacySignal } from "#people/leads/server/privacy-signal.ts";
import { addDays, formatTime, isDay, wallClock } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
import type { App } from "#platform/server/http/types.ts";
import { idempotentRequest } from "#platform/server/idempotency.ts";
import { isId, newId } from "#platform/server/ids.ts";
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
};

const PUBLIC = { access: "public" } as const;
const BOOKED = "Your meeting is booked. We look forward to talking with you.";

/** Without it, the times that are free for every type. */
const meetingTypeSchema = z.optional(z.enum(valuesOf(MEETING_TYPES), "Please choose a meeting type"));

export function bookingRoutes({ config, database, clock, manageLinks }: Services) {
  return async (app: App) => {
    app.post(
      "",
      {
        config: PUBLIC,
        schema: { summary: "Book a meeting", body: newBookingSchema, response: { 201: bookingConfirmedSchema } },
      },
      async (request, reply) => {
        const booking = withPrivacySignal(request.body, request.headers);
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
              now: clock.now(),
            });
        return reply.status(201).send({
          success: true,
          message: BOOKED,
          bookingId: booked.id,
          manageUrl: manageLinks.urlOf(booked.id),
          ...(booked.confirmationAt && { confirmationAt: booked.confirmationAt.toISOString() }),
        });
      },
    );

    app.get(
      "/available-slots",
      {
        config: PUBLIC,
        schema: {
          summary: "Free times of a day",
          querystring: z.object({
            date: z.string("Please choose a date").check(z.refine(isDay, "Please choose a date")),
            meetingType: meetingTypeSchema,
          }),
          response: { 200: openSlotsSchema },
        },
      },
      async ({ query: { date, meetingType } }) => {
        const { rules, taken } = await rulesAndTakenOn(database.read, date);
        const slots = availableTimes(rules, date, clock.now(), { taken, meetingType }).map(formatTime);
        const closure = closureOn(rules, date);
        return {
          success: true as const,
          date,
          timeZone: currentFacts().timeZone,
          slots,
          ...(closure && { closed: { reason: closure.reason } }),
        };
      },
    );

    app.get(
      "/available-days",
      {
        config: PUBLIC,
        schema: {
          summary: "All days that are open for booking, and why others are not",
          querystring: z.object({ meetingType: meetingTypeSchema }),
          response: { 200: openDaysSchema },
        },
      },
      async ({ query: { meetingType } }) => {
        const now = clock.now();
        const from = wallClock(now, currentFacts().timeZone).day;
        const rules = await readRules(database.read);
        const listTakenOn = await listTakenBetween(database.read, rules, {
          from,
          to: addDays(from, rules.horizonDays),
        });
        return {
          success: true as const,
          timeZone: currentFacts().timeZone,
          dependsOnMeetingType: rules.bufferMinutes > 0,
          days: availableDays(rules, now, { listTakenOn, meetingType }),
        };
      },
    );

    app.get(
      "/:id",
      {
        config: PUBLIC,
        schema: {
          summary: "The public part of a booking",
          params: z.object({ id: z.string() }),
          response: { 200: publicBookingAnswerSchema },
        },
      },
      async (request, reply) => {
        const booking = await requireBooking(database, request.params.id, clock.now());
        reply.header("x-robots-tag", "noindex");
        return { success: true as const, booking: toPublicBooking(booking) };
      },
    );

    app.get(
      "/:id/invite.ics",
      { config: PUBLIC, schema: { summary: "The meeting as a calendar file", params: z.object({ id: z.string() }) } },
      async (request, reply) => {
        const booking = await requireBooking(database, request.params.id, clock.now());
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
    );
  };
}

async function requireBooking(database: Services["database"], id: string, now: Date): Promise<Booking> {
  const booking = isId(id) ? await findShownBooking(database.read, id, now) : undefined;
  if (!booking) throw new AppError("not_found", "Booking not found");
  return booking;
}
