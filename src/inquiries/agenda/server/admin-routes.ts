import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import {
  createdFeedSchema,
  DAY_SHEET_DAYS,
  daySheetQuerySchema,
  daySheetSchema,
  feedsSchema,
  newFeedSchema,
  type SheetMeeting,
} from "#inquiries/agenda/admin.ts";
import { CALENDAR_FEEDS_PATH } from "#inquiries/agenda/calendar-feed.ts";
import { toAdminBooking } from "#inquiries/bookings/admin.ts";
import { readRules } from "#inquiries/bookings/server/availability/store.ts";
import { listTakingPlace, type TakingPlace } from "#inquiries/bookings/server/meetings/store.ts";
import { closedReason } from "#inquiries/bookings/slots.ts";
import type { Channel } from "#people/permissions/channels.ts";
import { listStopped } from "#people/permissions/server/ledger.ts";
import { addDays, wallClock } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { isId } from "#platform/server/ids.ts";
import { makeFeed, revokeFeed } from "./change-feed.ts";
import { listFeedsOf } from "./store.ts";
import { toFeed } from "./table.ts";

type Services = {
  config: { publicUrl: string };
  database: Database;
  clock: Clock;
};

const ADMIN = { access: "admin" } as const;

export function daySheetRoutes({ database, clock }: Services) {
  return async (app: App) => {
    app.get(
      "/day-sheet",
      {
        config: { ...ADMIN, keys: "leads" },
        schema: {
          summary: "Meetings of some days, by day and time",
          querystring: daySheetQuerySchema,
          response: { 200: daySheetSchema },
        },
      },
      async ({ query }) => {
        const today = wallClock(clock.now(), currentFacts().timeZone).day;
        const { date: from = today, days: count = DAY_SHEET_DAYS } = query;
        const rules = await readRules(database.read);
        const rows = await listTakingPlace(database.read, { from, to: addDays(from, count - 1) });
        const stopped = await listStopped(database, rows);
        const meetings = rows.map((row, index) => toSheetMeeting(row, stopped[index] ?? []));
        const byDay = Map.groupBy(meetings, ({ meetingDate }) => meetingDate);
        const days = Array.from({ length: count }, (_, index) => {
          const date = addDays(from, index);
          const closed = closedReason(rules, date);
          return { date, ...(closed && { closed }), meetings: byDay.get(date) ?? [] };
        });
        return { success: true as const, today, timeZone: currentFacts().timeZone, days };
      },
    );
  };
}

/** Each admin only sees their own feeds. */
export function calendarFeedRoutes({ config, database, clock }: Services) {
  return async (app: App) => {
    app.get(
      "",
      {
        config: ADMIN,
        schema: { summary: "The caller's own calendar feeds, without their secrets", response: { 200: feedsSchema } },
      },
      async (request) => {
        const rows = await listFeedsOf(database.read, requireCaller(request).id);
        return { success: true as const, feeds: rows.map(toFeed) };
      },
    );

    app.post(
      "",
      {
        config: { ...ADMIN, proof: true },
        schema: {
          summary: "Create a calendar feed. Only this answer contains its URL",
          body: newFeedSchema,
          response: { 201: createdFeedSchema },
        },
      },
      async (request, reply) => {
        const { feed, secret } = await makeFeed(database, { ...changeBy(request), form: request.body });
        const url = `${config.publicUrl}${CALENDAR_FEEDS_PATH}${secret}.ics`;
        return reply.status(201).send({ success: true, message: "Calendar created", feed, url });
      },
    );

    app.delete(
      "/:id",
      {
        config: ADMIN,
        schema: {
          summary: "Revoke one of the caller's own calendar feeds",
          params: z.object({ id: z.string() }),
          response: { 200: z.object({ success: z.literal(true), message: z.string() }) },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isId(id)) throw new AppError("not_found", "Calendar not found");
        await revokeFeed(database, { ...changeBy(request), id });
        return { success: true as const, message: "Calendar revoked" };
      },
    );
  };

  function changeBy(request: Parameters<typeof requireCaller>[0]) {
    const { id: userId, email: actor } = requireCaller(request);
    return { userId, actor, now: clock.now() };
  }
}

function toSheetMeeting(booking: TakingPlace, stopped: Channel[]): SheetMeeting {
  const { status, meetingMinutes } = booking;
  return { ...toAdminBooking(booking), status, meetingMinutes, ...(stopped.length > 0 && { stopped }) };
}
