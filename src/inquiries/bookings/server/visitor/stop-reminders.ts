import * as z from "zod/mini";
import { withdrawMail } from "#delivery/mail/server/store.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { App } from "#platform/server/http/types.ts";
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
  return async (app: App) => {
    // The only route that accepts forms, and it reads only whether a mail program sent it.
    app.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string" },
      (_request, body, done) => done(null, { isOneClick: String(body).includes("One-Click") }),
    );
    app.post(
      "/:id",
      {
        config: { access: "public" },
        schema: { summary: "Send no reminder of this meeting", params: z.object({ id: z.string() }) },
      },
      async (request, reply) => {
        const { id } = request.params;
        const isStopped = isId(id) && (await database.transaction((trx) => stopReminders(trx, id, clock.now())));
        const isPerson = Object(request.body).isOneClick === false;
        if (isPerson)
          // The confirmation page explains that a booking does not exist.
          return reply.redirect(
            isStopped ? REMINDERS_STOPPED_PATH : `/booking-confirmation/${encodeURIComponent(id)}`,
            303,
          );
        if (!isStopped) throw new AppError("not_found", "Booking not found");
        return reply.send({ success: true, message: "No reminder of this meeting will be sent." });
      },
    );
  };
}
