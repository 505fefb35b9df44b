import { DAY_SHEET_DAYS, daySheetQuerySchema, daySheetSchema, type SheetMeeting } from "#agenda/admin.ts";
import { toAdminBooking } from "#bookings/admin.ts";
import { type BookingsTables, listTakingPlace, readRules, type TakingPlace } from "#bookings/server/store.ts";
import { closedReason } from "#bookings/slots.ts";
import { addDays, wallClock } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { App } from "#platform/server/http/types.ts";
import { timeZone } from "#site";

type Services = { database: Database<BookingsTables>; clock: Clock };

/** Under /api/bookings: the meetings of some days, to be printed and taken along. */
export function daySheetRoutes({ database, clock }: Services) {
  return async (app: App) => {
    app.get(
      "/day-sheet",
      {
        config: { access: "admin" },
        schema: {
          summary: "The meetings that take place on some days, by day and in order of time",
          querystring: daySheetQuerySchema,
          response: { 200: daySheetSchema },
        },
      },
      async ({ query }) => {
        const today = wallClock(clock.now(), timeZone).day;
        const { date: from = today, days: count = DAY_SHEET_DAYS } = query;
        const rules = await readRules(database.read);
        const rows = await listTakingPlace(database.read, { from, to: addDays(from, count - 1) });
        const byDay = Map.groupBy(rows, ({ meetingDate }) => meetingDate);
        const days = Array.from({ length: count }, (_, index) => {
          const date = addDays(from, index);
          const closed = closedReason(rules, date);
          return { date, ...(closed && { closed }), meetings: (byDay.get(date) ?? []).map(toSheetMeeting) };
        });
        return { success: true as const, today, timeZone, days };
      },
    );
  };
}

function toSheetMeeting(booking: TakingPlace): SheetMeeting {
  return { ...toAdminBooking(booking), status: booking.status, meetingMinutes: booking.meetingMinutes };
}
