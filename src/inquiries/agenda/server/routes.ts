import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { readAsAccount } from "#accounts/users/server/staff-notices.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { CALENDAR_FEEDS_PATH } from "#inquiries/agenda/calendar-feed.ts";
import { listActiveBookings, listVersionsOf } from "#inquiries/bookings/server/meetings/store.ts";
import { listHosts, listTold } from "#inquiries/bookings/server/whereabouts/find-told.ts";
import { findLatestEntry, listStopped } from "#people/permissions/server/ledger.ts";
import { addDays, wallClock } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { isKnownTag } from "#platform/server/http/answers/known-tag.ts";
import { calendarFeed, DAYS_BACK, feedTag, MAX_EVENTS } from "./calendar-feed.ts";
import { countFeedRead, openFeed } from "./read-calendar-feed.ts";
import type { CalendarFeedsTable } from "./table.ts";

type Services = { config: { rateLimit: boolean; publicUrl: string }; database: Database; clock: Clock };

type Asked = { feed: CalendarFeedsTable; now: Date; request: FastifyRequest; reply: FastifyReply };
type Written = { text: string; rows: number };

/** The secret in the URL is the only authentication. */
export function readCalendarRoutes({ config, database, clock }: Services) {
  let latest: { tag: string; written: Promise<Written> } | undefined;
  return endpoints({ access: "public", clock }, (api) => {
    api.get(`${CALENDAR_FEEDS_PATH}:secret.ics`, {
      summary: "The meetings as a calendar that programs subscribe to",
      params: z.object({ secret: z.string() }),
      handle: async ({ params, now, request, reply }) => {
        const feed = await openFeed(database, { secret: params.secret, isLimited: config.rateLimit, now });
        return readAsAccount(database, feed.user_id, () => answer({ feed, now, request, reply }));
      },
    });
  });

  async function answer({ feed, now, request, reply }: Asked) {
    const days = { from: addDays(wallClock(now, currentFacts().timeZone).day, -DAYS_BACK), limit: MAX_EVENTS };
    const permissions = await findLatestEntry(database.read);
    const places = JSON.stringify([currentFacts().meetings, currentFacts().company, await listHosts(database.read)]);
    const tag = feedTag(`${days.from} ${permissions} ${places}`, await listVersionsOf(database.read, days));
    reply.headers({ "cache-control": "private, no-cache", "x-robots-tag": "noindex", etag: tag });
    if (isKnownTag(request.headers["if-none-match"], tag)) return reply.status(304).send();
    const { text, rows } = await writeOnce(tag, days);
    if (request.method === "GET") await countFeedRead(database, { feed, rows, now });
    return reply
      .type("text/calendar; charset=utf-8")
      .header("content-disposition", 'inline; filename="meetings.ics"')
      .send(text);
  }

  /** Feeds of the same meetings have the same content. After a change one request writes it, and parallel ones share the result. */
  async function writeOnce(tag: string, days: { from: string; limit: number }): Promise<Written> {
    if (latest?.tag === tag) return latest.written;
    const next = { tag, written: write(days) };
    latest = next;
    try {
      return await next.written;
    } catch (error) {
      if (latest === next) latest = undefined;
      throw error;
    }
  }

  /** A change since the tag was computed is in the text, and programs read it again under the next tag. */
  async function write(days: { from: string; limit: number }): Promise<Written> {
    const bookings = await listActiveBookings(database.read, days);
    const stopped = await listStopped(database, bookings);
    const told = await listTold(database.read, bookings);
    const meetings = bookings.map((booking, index) => ({ ...booking, stopped: stopped[index], told: told[index] }));
    const { timeZone } = currentFacts();
    return { text: await calendarFeed(meetings, { timeZone, publicUrl: config.publicUrl }), rows: meetings.length };
  }
}
