import { withdrawMail } from "#delivery/mail/server/store.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { bookingNotFound } from "#inquiries/bookings/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { isId } from "#platform/server/ids.ts";
import { findShownBooking } from "../book/public-booking.ts";
import { recordRemindersStopped } from "../store.ts";

type Services = { database: Database; clock: Clock };

export const REMINDERS_STOPPED_PATH = "/reminders-stopped";

/** Also applies if the meeting is moved later. False if the booking does not exist. */
export async function stopReminders(trx: Db, bookingId: string, now: Date): Promise<boolean> {
  if (!(await findShownBooking(trx, bookingId, now))) return false;
  if (!(await recordRemindersStopped(trx, bookingId, now))) return true;
  await recordRemovals(trx, [{ kind: "reminders", subject: bookingId }], now);
  await withdrawMail(trx, bookingId, ["booking-reminder"], now);
  return true;
}

/** Mail programs post to the URL of the List-Unsubscribe header (RFC 8058) and must not be redirected; people may be. */
export function stopReminderRoutes({ database, clock }: Services) {
  return endpoints({ access: "public", clock }, (api, app) => {
    // Of the form it reads only whether a mail program sent it.
    app.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string" },
      (_request, body, done) => done(null, { isOneClick: String(body).includes("One-Click") }),
    );
    api.post("/:id", {
      summary: "Send no reminder of this meeting",
      handle: async ({ id, body, now, reply }) => {
        const isStopped = isId(id) && (await database.transaction((trx) => stopReminders(trx, id, now)));
        const isPerson = Object(body).isOneClick === false;
        if (isPerson)
          // The confirmation page explains that a booking does not exist.
          return reply.redirect(
            isStopped ? REMINDERS_STOPPED_PATH : `/booking-confirmation/${encodeURIComponent(id)}`,
            303,
          );
        if (!isStopped) throw bookingNotFound();
        return { success: true, message: "No reminder of this meeting will be sent." };
      },
    });
  });
}
