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
import { openFeed } from "./read-calendar-feed.ts";

type Services = { config: { rateLimit: boolean; publicUrl: string }; database: Database; clock: Clock };

/** The secret in the URL is the only authentication. */
export function readCalendarRoutes({ config, database, clock }: Services) {
  let latest: { tag: string; text: Promise<string> } | undefined;
  return endpoints({ access: "public", clock }, (api) => {
    api.get(`${CALENDAR_FEEDS_PATH}:secret.ics`, {
      summary: "The meetings as a calendar that programs subscribe to",
      params: z.object({ secret: z.string() }),
      handle: async ({ params, now, request, reply }) => {
        const userId = await openFeed(database, { secret: params.secret, isLimited: config.rateLimit, now });
        return readAsAccount(database, userId, () => answer({ now, request, reply }));
      },
    });
  });

  async function answer({ now, request, reply }: { now: Date; request: FastifyRequest; reply: FastifyReply }) {
    const days = { from: addDays(wallClock(now, currentFacts().timeZone).day, -DAYS_BACK), limit: MAX_EVENTS };
    const permissions = await findLatestEntry(database.read);
    const places = JSON.stringify([currentFacts().meetings, currentFacts().company, await listHosts(database.read)]);
    const tag = feedTag(`${days.from} ${permissions} ${places}`, await listVersionsOf(database.read, days));
    reply.headers({ "cache-control": "private, no-cache", "x-robots-tag": "noindex", etag: tag });
    if (isKnownTag(request.headers["if-none-match"], tag)) return reply.status(304).send();
    return reply
      .type("text/calendar; charset=utf-8")
      .header("content-disposition", 'inline; filename="meetings.ics"')
      .send(await writeOnce(tag, days));
  }

  /** Feeds of the same meetings have the same content. After a change one request writes it, and parallel ones share the result. */
  async function writeOnce(tag: string, days: { from: string; limit: number }): Promise<string> {
    if (latest?.tag === tag) return latest.text;
    const written = { tag, text: write(days) };
    latest = written;
    try {
      return await written.text;
    } catch (error) {
      if (latest === written) latest = undefined;
      throw error;
    }
  }

  /** A change since the tag was computed is in the text, and programs read it again under the next tag. */
  async function write(days: { from: string; limit: number }): Promise<string> {
    const bookings = await listActiveBookings(database.read, days);
    const stopped = await listStopped(database, bookings);
    const told = await listTold(database.read, bookings);
    const meetings = bookings.map((booking, index) => ({ ...booking, stopped: stopped[index], told: told[index] }));
    return calendarFeed(meetings, { timeZone: currentFacts().timeZone, publicUrl: config.publicUrl });
  }
}
