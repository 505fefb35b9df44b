import type { MailsTables } from "#mail/server/store.ts";
import { IMPORT_LIMITS, importAnswerSchema, importQuerySchema } from "#platform/csv-import.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { HistoryTables } from "#platform/server/history.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/app.ts";
import { acceptCsvOnly, csvBodyOf } from "#platform/server/http/csv-body.ts";
import { importBookings } from "./import-bookings.ts";
import type { BookingsTables } from "./table.ts";

type Services = { database: Database<BookingsTables & HistoryTables & MailsTables>; clock: Clock };

/** POST /api/bookings/import: bookings from a file. */
export function bookingImportRoutes({ database, clock }: Services) {
  return async (app: App) => {
    acceptCsvOnly(app);
    app.post(
      "",
      {
        config: { access: "admin" },
        bodyLimit: IMPORT_LIMITS.bytes,
        schema: {
          summary: "Bookings from a CSV file (text/csv, 8 MB): mode=check says what would happen, mode=import does it",
          querystring: importQuerySchema,
          response: { 200: importAnswerSchema },
        },
      },
      async (request) => {
        const isCheck = request.query.mode === "check";
        const report = await importBookings(database, {
          file: csvBodyOf(request),
          isCheck,
          actor: requireCaller(request).email,
          now: clock.now(),
        });
        return { success: true as const, message: isCheck ? "File checked" : "Bookings imported", report };
      },
    );
  };
}
