import { currentFacts } from "#company/facts/facts.ts";
import {
  createdFeedSchema,
  DAY_SHEET_DAYS,
  type DaySheetQuery,
  daySheetQuerySchema,
  daySheetSchema,
  feedsSchema,
  newFeedSchema,
  type SheetMeeting,
} from "#inquiries/agenda/admin.ts";
import { CALENDAR_FEEDS_PATH } from "#inquiries/agenda/calendar-feed.ts";
import { toAdminBooking } from "#inquiries/bookings/admin.ts";
import { readRules } from "#inquiries/bookings/server/availability/store.ts";
import { type ActiveBooking, listActiveBookings } from "#inquiries/bookings/server/meetings/store.ts";
import { listTold } from "#inquiries/bookings/server/whereabouts/find-told.ts";
import { closedReason } from "#inquiries/bookings/slots.ts";
import type { Channel } from "#people/permissions/channels.ts";
import { listStopped } from "#people/permissions/server/ledger.ts";
import { addDays, wallClock } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { feedNotFound, makeFeed, revokeFeed } from "./change-feed.ts";
import { listFeedsOf } from "./store.ts";
import { toFeed } from "./table.ts";

type Asked = { caller: Caller; now: Date };
type Services = { config: { publicUrl: string }; database: Database; clock: Clock };

export function daySheetRoutes({ database, clock }: Services) {
  const read = async ({ date, days: count = DAY_SHEET_DAYS }: DaySheetQuery, { caller, now }: Asked) => {
    const today = wallClock(now, currentFacts().timeZone).day;
    const from = date ?? today;
    const rules = await readRules(database.read);
    const rows = await listActiveBookings(database.read, { from, to: addDays(from, count - 1) });
    const stopped = await listStopped(database, rows);
    const told = caller.sessionId ? await listTold(database.read, rows) : [];
    const meetings = rows.map((row, index) => toSheetMeeting(row, stopped[index] ?? [], told[index]));
    const byDay = Map.groupBy(meetings, ({ meetingDate }) => meetingDate);
    const days = Array.from({ length: count }, (_, index) => {
      const day = addDays(from, index);
      const closed = closedReason(rules, day);
      return { date: day, ...(closed && { closed }), meetings: byDay.get(day) ?? [] };
    });
    return { today, timeZone: currentFacts().timeZone, days };
  };
  return endpoints({ access: "admin", duties: ["answer"], clock }, (api) => {
    const sheet = { query: daySheetQuerySchema, answer: daySheetSchema };
    api.get("/day-sheet", {
      ...sheet,
      summary: "Meetings of some days, by day and time",
      programs: true,
      handle: ({ query, ...asked }) => read(query, asked),
    });

    api.get("/day-sheet/print", {
      ...sheet,
      summary: "The same for paper: what is printed is counted as taken out",
      duties: ["answer", "take-out"],
      handle: ({ query, ...asked }) => read(query, asked),
    });
  });
}

/** Each admin only sees their own feeds. */
export function calendarFeedRoutes({ config, database, clock }: Services) {
  return endpoints({ access: "admin", duties: ["answer", "take-out"], clock, notFound: feedNotFound }, (api) => {
    api.get("", {
      summary: "The caller's own calendar feeds, without their secrets",
      takesNothing: true,
      answer: feedsSchema,
      handle: async ({ caller }) => ({ feeds: (await listFeedsOf(database.read, caller.id)).map(toFeed) }),
    });

    api.post("", {
      summary: "Create a calendar feed. Only this answer contains its URL",
      proof: true,
      body: newFeedSchema,
      created: createdFeedSchema,
      message: "Calendar created",
      handle: async ({ body, caller, by }) => {
        const { feed, secret } = await makeFeed(database, { userId: caller.id, ...by, form: body });
        return { feed, url: `${config.publicUrl}${CALENDAR_FEEDS_PATH}${secret}.ics` };
      },
    });

    api.delete("/:id", {
      summary: "Revoke one of the caller's own calendar feeds",
      message: "Calendar revoked",
      handle: ({ id, caller, by }) => revokeFeed(database, { userId: caller.id, ...by, id }),
    });
  });
}

function toSheetMeeting(booking: ActiveBooking, stopped: Channel[], told: string | undefined): SheetMeeting {
  const { status, meetingMinutes } = booking;
  const where = told !== undefined && { told };
  return { ...toAdminBooking(booking), status, meetingMinutes, ...where, ...(stopped.length > 0 && { stopped }) };
}
