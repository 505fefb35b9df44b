import type * as z from "zod/mini";
import { sendExport } from "#accounts/exports/server/send-export.ts";
import { currentFacts } from "#company/facts/facts.ts";
import {
  agendaSchema,
  type BookingList,
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
  type StatusChange,
  statusChangeSchema,
  toAdminBooking,
} from "#inquiries/bookings/admin.ts";
import { bookingNotFound } from "#inquiries/bookings/errors.ts";
import { inquiryRoutes } from "#inquiries/kinds/server/inquiry-routes.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { wallClock } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { paginationOf, totalsOf, uncountedPaginationOf } from "#platform/pagination.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { untilChanged } from "#platform/server/database/queries/until-changed.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { exportBookings } from "../files/export.ts";
import { listAgenda } from "../meetings/store.ts";
import { BOOKINGS } from "./booking-kind.ts";
import { changeBookingStatus } from "./change-booking.ts";
import { markNoShow } from "./mark-no-show.ts";
import { showBookings } from "./shown-booking.ts";
import { countBookings, countMatching, listBookings } from "./store.ts";

type Services = {
  database: Database;
  clock: Clock;
  readLeadRules: () => Promise<LeadRules>;
};

const AGENDA_LENGTH = 8;

export function bookingAdminRoutes({ database, clock, readLeadRules }: Services) {
  const kept = untilChanged<Omit<BookingList, "success">>(database);
  return endpoints({ access: "admin", duties: ["answer"], programs: true, clock, notFound: bookingNotFound }, (api) => {
    api.get("/list", {
      summary: "Bookings. With total=later without their number, which then is asked for apart",
      query: bookingListQuerySchema,
      answer: bookingListSchema,
      handle: ({ query }) =>
        kept(JSON.stringify(query), async () => {
          const { bookings, pagination } = await pageOf(query);
          return { bookings: await showBookings(database, bookings.map(toAdminBooking)), pagination };
        }),
    });

    api.get("/list/total", {
      summary: "Number of bookings and of pages in a list",
      query: bookingQuerySchema,
      answer: bookingTotalsSchema,
      handle: async ({ query, request }) => totalsOf(query, await countMatching(database, query, request.signal)),
    });

    api.get("/stats", {
      summary: "Number of bookings by status",
      answer: bookingStatsSchema,
      handle: () => countBookings(database.read),
    });

    api.get("/agenda", {
      summary: "Upcoming meetings",
      answer: agendaSchema,
      handle: async ({ now }) => {
        const today = wallClock(now, currentFacts().timeZone).day;
        const meetings = await listAgenda(database.read, today, AGENDA_LENGTH);
        return { today, meetings: await showBookings(database, meetings.map(toAdminBooking)) };
      },
    });

    api.get("/export/csv", {
      summary: "Every booking that matches, as CSV",
      duties: ["answer", "take-out"],
      query: bookingFilterSchema,
      // An export writes an audit log entry, and HEAD would write one without an export.
      options: { exposeHeadRoute: false },
      handle: (call) => {
        const { day } = wallClock(call.now, currentFacts().timeZone);
        const file = { kind: "bookings", filter: call.query, fileName: `bookings_export_${day}.csv` };
        return sendExport({ database, call, ...file }, exportBookings(database, call.query));
      },
    });

    const { changed } = inquiryRoutes(api, {
      database,
      readLeadRules,
      kind: BOOKINGS,
      path: "",
      details: "/details",
      notesMethod: "put",
      name: "booking",
      words: {
        one: "booking",
        label: "Booking",
        person: "visitor",
        facts: "name, e-mail, phone or property address",
      },
      answer: bookingAnswerSchema,
      changed: bookingChangedSchema,
      correction: bookingCorrectionSchema,
      toShown: toAdminBooking,
      showAll: (bookings) => showBookings(database, bookings),
    });

    api.patch("/:id/status", {
      summary: "Set a booking's status and, with Rescheduled, its date and time",
      body: statusChangeSchema,
      answer: bookingChangedSchema,
      handle: ({ id, body: { status, notes, version, ...move }, by }) => {
        const change = { id, ...by, status, notes, version, moveTo: moveOf(status, move) };
        return changed("Booking status updated successfully", changeBookingStatus(database, change));
      },
    });

    api.patch("/:id/no-show", {
      summary: "Note that the person did not come to a meeting, or take that back",
      body: noShowChangeSchema,
      answer: bookingChangedSchema,
      handle: ({ id, body: { noShow, version }, by }) => {
        const change = markNoShow(database, { id, ...by, noShow, version });
        return changed(noShow ? "No-show noted" : "No-show taken back", change);
      },
    });
  });

  async function pageOf(query: z.infer<typeof bookingListQuerySchema>) {
    const isCounted = query.total !== "later";
    const { bookings, total } = await listBookings(database, query, { ...query, isCounted });
    const hasMore = total > query.page * query.limit;
    return { bookings, pagination: isCounted ? paginationOf(query, total) : uncountedPaginationOf(query, hasMore) };
  }
}

function moveOf(status: StatusChange["status"], { meetingDate, meetingTime }: Omit<StatusChange, "status">) {
  if (status !== "Rescheduled" || (!meetingDate && !meetingTime)) return undefined;
  if (meetingDate && meetingTime) return { date: meetingDate, label: meetingTime };
  const message = "Please choose a date and a time";
  throw new AppError("invalid_input", message, { fields: { [meetingDate ? "meetingTime" : "meetingDate"]: message } });
}
