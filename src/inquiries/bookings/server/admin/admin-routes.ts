import { Readable } from "node:stream";
import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import {
  type AdminBooking,
  agendaSchema,
  bookingAnswerSchema,
  bookingChangedSchema,
  bookingCorrectionSchema,
  bookingFilterSchema,
  bookingListQuerySchema,
  bookingListSchema,
  bookingQuerySchema,
  bookingStatsSchema,
  bookingTotalsSchema,
  noShowChangeSchema,
  notesChangeSchema,
  type StatusChange,
  statusChangeSchema,
  toAdminBooking,
} from "#inquiries/bookings/admin.ts";
import type { Booking } from "#inquiries/bookings/booking.ts";
import { firstContactChangeSchema } from "#people/leads/inquiry.ts";
import { auditLogSchema } from "#platform/audit-log.ts";
import { wallClock } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { paginationOf, totalsOf, uncountedPaginationOf } from "#platform/pagination.ts";
import { listAuditLog, writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { isId } from "#platform/server/ids.ts";
import { showingPresent } from "#platform/version.ts";
import { exportBookings } from "../files/export.ts";
import { listAgenda } from "../meetings/store.ts";
import { findBooking } from "../store.ts";
import { changeBookingStatus, saveBookingNotes } from "./change-booking.ts";
import { correctBookingFacts } from "./correct-booking.ts";
import { markFirstContact } from "./mark-first-contact.ts";
import { markNoShow } from "./mark-no-show.ts";
import { showBooking, showBookings } from "./shown-booking.ts";
import { countBookings, countMatching, listBookings, listUncounted } from "./store.ts";

type Services = {
  database: Database;
  clock: Clock;
};

const AGENDA_LENGTH = 8;
const CSV_CHUNK_BYTES = 64 * 1024;
const config = { access: "admin", keys: "leads" } as const;
const idSchema = z.object({ id: z.string() });

export function bookingAdminRoutes({ database, clock }: Services) {
  return async (app: App) => {
    app.get(
      "/list",
      {
        config,
        schema: {
          summary: "Bookings. With total=later without their number, which then is asked for apart",
          querystring: bookingListQuerySchema,
          response: { 200: bookingListSchema },
        },
      },
      async ({ query }) => {
        const { bookings, pagination } = await pageOf(query);
        return {
          success: true as const,
          bookings: await showBookings(database, bookings.map(toAdminBooking)),
          pagination,
        };
      },
    );

    app.get(
      "/list/total",
      {
        config,
        schema: {
          summary: "Number of bookings and of pages in a list",
          querystring: bookingQuerySchema,
          response: { 200: bookingTotalsSchema },
        },
      },
      async ({ query, signal }) => ({
        success: true as const,
        ...totalsOf(query, await countMatching(database, query, signal)),
      }),
    );

    app.get(
      "/stats",
      { config, schema: { summary: "Number of bookings by status", response: { 200: bookingStatsSchema } } },
      async () => ({ success: true as const, ...(await countBookings(database.read)) }),
    );

    app.get(
      "/agenda",
      { config, schema: { summary: "Upcoming meetings", response: { 200: agendaSchema } } },
      async () => {
        const today = wallClock(clock.now(), currentFacts().timeZone).day;
        const meetings = await listAgenda(database.read, today, AGENDA_LENGTH);
        return {
          success: true as const,
          today,
          meetings: await showBookings(database, meetings.map(toAdminBooking)),
        };
      },
    );

    app.get(
      "/export/csv",
      {
        config,
        // An export writes an audit log entry, and HEAD would write one without an export.
        exposeHeadRoute: false,
        schema: { summary: "Every booking that matches, as CSV", querystring: bookingFilterSchema },
      },
      async (request, reply) => {
        const now = clock.now();
        await database.transaction((trx) =>
          writeAuditLogEntry(trx, exportLine(requireCaller(request).email, request.query, now)),
        );
        const { day } = wallClock(now, currentFacts().timeZone);
        return reply
          .type("text/csv; charset=utf-8")
          .header("content-disposition", `attachment; filename="bookings_export_${day}.csv"`)
          .send(
            Readable.from(exportBookings(database, request.query), {
              objectMode: false,
              highWaterMark: CSV_CHUNK_BYTES,
            }),
          );
      },
    );

    app.get(
      "/:id/details",
      {
        config,
        schema: {
          summary: "One booking with all details",
          params: idSchema,
          response: { 200: bookingAnswerSchema },
        },
      },
      async ({ params }) => {
        const booking = await findBooking(database.read, requireId(params.id));
        if (!booking) throw new AppError("not_found", "Booking not found");
        return { success: true as const, booking: await showBooking(database, toAdminBooking(booking)) };
      },
    );

    app.get(
      "/:id/history",
      {
        config,
        schema: { summary: "Audit log of a booking", params: idSchema, response: { 200: auditLogSchema } },
      },
      async ({ params }) => {
        const history = await listAuditLog(database.read, { kind: "booking", id: requireId(params.id) });
        return { success: true as const, history };
      },
    );

    app.patch(
      "/:id/status",
      {
        config,
        schema: {
          summary: "Set a booking's status and, with Rescheduled, its date and time",
          params: idSchema,
          body: statusChangeSchema,
          response: { 200: bookingChangedSchema },
        },
      },
      async (request) => {
        const { status, notes, version } = request.body;
        const change = { ...changeBy(request), status, notes, version, moveTo: moveOf(request.body) };
        return changed("Booking status updated successfully", changeBookingStatus(database, change));
      },
    );

    app.put(
      "/:id/notes",
      {
        config,
        schema: {
          summary: "Replace the notes of a booking",
          params: idSchema,
          body: notesChangeSchema,
          response: { 200: bookingChangedSchema },
        },
      },
      async (request) => {
        const { notes, version } = request.body;
        return changed(
          "Notes added successfully",
          saveBookingNotes(database, { ...changeBy(request), notes, version }),
        );
      },
    );

    app.patch(
      "/:id/correction",
      {
        config,
        schema: {
          summary: "Correct name, e-mail, phone or property address of a booking",
          params: idSchema,
          body: bookingCorrectionSchema,
          response: { 200: bookingChangedSchema },
        },
      },
      async (request) => {
        const { version, ...correction } = request.body;
        const change = { ...changeBy(request), version, correction };
        return changed("Booking corrected successfully", correctBookingFacts(database, change));
      },
    );

    app.patch(
      "/:id/first-contact",
      {
        config,
        schema: {
          summary: "Mark the first contact with the visitor, or remove the mark",
          params: idSchema,
          body: firstContactChangeSchema,
          response: { 200: bookingChangedSchema },
        },
      },
      async (request) => {
        const { contacted, version } = request.body;
        const change = markFirstContact(database, { ...changeBy(request), contacted, version });
        return changed(contacted ? "First contact marked" : "First contact mark removed", change);
      },
    );

    app.patch(
      "/:id/no-show",
      {
        config,
        schema: {
          summary: "Note that the person did not come to a meeting, or take that back",
          params: idSchema,
          body: noShowChangeSchema,
          response: { 200: bookingChangedSchema },
        },
      },
      async (request) => {
        const { noShow, version } = request.body;
        const change = markNoShow(database, { ...changeBy(request), noShow, version });
        return changed(noShow ? "No-show noted" : "No-show taken back", change);
      },
    );
  };

  async function pageOf(query: z.infer<typeof bookingListQuerySchema>) {
    if (query.total === "later") {
      const { bookings, hasMore } = await listUncounted(database, query, query);
      return { bookings, pagination: uncountedPaginationOf(query, hasMore) };
    }
    const { bookings, total } = await listBookings(database, query, query);
    return { bookings, pagination: paginationOf(query, total) };
  }

  async function changed(message: string, change: Promise<Booking>) {
    const show = (booking: AdminBooking) => showBooking(database, booking);
    const booking = await show(toAdminBooking(await showingPresent(change, "booking", show)));
    return { success: true as const, message, booking };
  }

  function changeBy(request: Parameters<typeof requireCaller>[0] & { params: { id: string } }) {
    const { id: actorId, email: actor } = requireCaller(request);
    return { id: requireId(request.params.id), actor, actorId, now: clock.now() };
  }
}

function moveOf({ status, meetingDate, meetingTime }: StatusChange) {
  if (status !== "Rescheduled" || (!meetingDate && !meetingTime)) return undefined;
  if (meetingDate && meetingTime) return { date: meetingDate, label: meetingTime };
  const message = "Please choose a date and a time";
  throw new AppError("invalid_input", message, { fields: { [meetingDate ? "meetingTime" : "meetingDate"]: message } });
}

function exportLine(actor: string, filter: z.infer<typeof bookingFilterSchema>, now: Date) {
  const names = Object.entries(filter).flatMap(([name, value]) => (value ? [name] : []));
  const to = names.length > 0 ? `filtered by ${names.join(", ")}` : "all bookings";
  return { subject: { kind: "bookings", id: "export" }, actor, action: "exported" as const, to, now };
}

function requireId(id: string): string {
  if (!isId(id)) throw new AppError("not_found", "Booking not found");
  return id;
}
