import * as z from "zod/mini";
import { bookingConfirmedSchema, newBookingSchema, publicBookingSchema } from "#bookings/booking.ts";
import { availableDays, availableTimes, DAY_STATES, siteBookingRules, slotLabel } from "#bookings/slots.ts";
import type { MailsTables } from "#mail/server/store.ts";
import { addDays, isDay, wallClock } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { HistoryTables } from "#platform/server/history.ts";
import type { App } from "#platform/server/http/app.ts";
import { peerKey } from "#platform/server/http/peer.ts";
import { type IdempotencyTables, idempotentRequest } from "#platform/server/idempotency.ts";
import { isId, newId } from "#platform/server/ids.ts";
import type { RateLimitsTables } from "#platform/server/rate-limits.ts";
import type { WebhooksTables } from "#webhooks/server/store.ts";
import { bookMeeting } from "./book-meeting.ts";
import { invite } from "./invite.ts";
import type { ManageLinks } from "./manage-links.ts";
import { toPublicBooking } from "./public-booking.ts";
import { findBooking, takenBetween, takenOn } from "./store.ts";
import type { BookingsTable, BookingsTables } from "./table.ts";

type Services = {
  config: { rateLimit: boolean; publicUrl: string };
  database: Database<
    BookingsTables & RateLimitsTables & IdempotencyTables & MailsTables & HistoryTables & WebhooksTables
  >;
  clock: Clock;
  manageLinks: ManageLinks;
};

const LONGEST_USER_AGENT = 500;
/** After its meeting a booking is nobody's business but the company's: links lie in mailboxes for years. */
const SHOWN_DAYS = 30;
const rules = siteBookingRules;
const PUBLIC = { access: "public" } as const;
const BOOKED = "Your meeting is booked. We look forward to talking with you.";

const slotsSchema = z.object({
  success: z.literal(true),
  date: z.string(),
  timeZone: z.string(),
  slots: z.array(z.string()),
});

const daysSchema = z.object({
  success: z.literal(true),
  timeZone: z.string(),
  days: z.array(
    z.object({ date: z.string(), state: z.enum(DAY_STATES), available: z.number(), reason: z.optional(z.string()) }),
  ),
});

export function bookingRoutes({ config, database, clock, manageLinks }: Services) {
  return async (app: App) => {
    app.post(
      "",
      {
        config: PUBLIC,
        schema: { summary: "Book a meeting", body: newBookingSchema, response: { 201: bookingConfirmedSchema } },
      },
      async (request, reply) => {
        const booking = request.body;
        // Bots fill every field they find. They are told what they want to hear.
        const bookingId = booking.website
          ? newId()
          : await bookMeeting(database, {
              booking,
              visitor: {
                limitKey: config.rateLimit ? peerKey(request.ip) : undefined,
                address: request.ip,
                userAgent: request.headers["user-agent"]?.slice(0, LONGEST_USER_AGENT),
              },
              idempotency: idempotentRequest("POST /api/bookings", request.headers["idempotency-key"], booking),
              rules,
              now: clock.now(),
            });
        return reply
          .status(201)
          .send({ success: true, message: BOOKED, bookingId, manageUrl: manageLinks.urlOf(bookingId) });
      },
    );

    app.get(
      "/available-slots",
      {
        config: PUBLIC,
        schema: {
          summary: "Times of a day that can be booked",
          querystring: z.object({
            date: z.string("Please choose a date").check(z.refine(isDay, "Please choose a date")),
          }),
          response: { 200: slotsSchema },
        },
      },
      async ({ query: { date } }) => {
        const times = availableTimes(rules, date, clock.now(), await takenOn(database.read, date));
        return { success: true as const, date, timeZone: rules.timeZone, slots: times.map(slotLabel) };
      },
    );

    app.get(
      "/available-days",
      {
        config: PUBLIC,
        schema: {
          summary: "Every day that is open for booking, and why others are not",
          response: { 200: daysSchema },
        },
      },
      async () => {
        const now = clock.now();
        const today = wallClock(now, rules.timeZone).day;
        const taken = await takenBetween(database.read, today, addDays(today, rules.horizonDays));
        return { success: true as const, timeZone: rules.timeZone, days: availableDays(rules, now, taken) };
      },
    );

    app.get(
      "/:id",
      {
        config: PUBLIC,
        schema: {
          summary: "What the holder of a booking's id may see of it",
          params: z.object({ id: z.string() }),
          response: { 200: z.object({ success: z.literal(true), booking: publicBookingSchema }) },
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
          .send(invite(booking, { method: "PUBLISH", rules, publicUrl: config.publicUrl }));
      },
    );
  };
}

async function requireBooking(database: Services["database"], id: string, now: Date): Promise<BookingsTable> {
  const booking = isId(id) ? await findBooking(database.read, id) : undefined;
  const shownSince = addDays(wallClock(now, rules.timeZone).day, -SHOWN_DAYS);
  if (!booking || booking.meeting_date < shownSince) throw new AppError("not_found", "Booking not found");
  return booking;
}
