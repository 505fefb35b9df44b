import * as z from "zod/mini";
import { CHANNELS, type Channel } from "#people/permissions/channels.ts";
import { STOP_PATH, stopSchema } from "#people/permissions/permission.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { visitorOf } from "#platform/server/visitor.ts";
import { doneSchema } from "#platform/shapes.ts";
import { personKeys } from "./person-keys.ts";
import { channelNames, stopByPerson, stopNumberOfMeeting } from "./stop.ts";

type Services = {
  database: Database;
  clock: Clock;
  stopMailAbout: (bookingId: string, now: Date) => Promise<unknown>;
};

const tokenSchema = z.object({ token: z.string() });
const STOPPED = "Nothing more comes to you this way.";
const STOPPED_FOR_MEETING = "It is stopped for this meeting and the number given with it.";

class Posted {
  readonly isOneClick: boolean;
  readonly channels: readonly Channel[];

  constructor(isOneClick: boolean, channels: readonly Channel[] = []) {
    this.isOneClick = isOneClick;
    this.channels = channels;
  }
}

/** The token is in the path, because mail programs post to the address of the header. */
export function stopRoutes({ database, clock, stopMailAbout }: Services) {
  return endpoints({ access: "public", clock }, (api, app) => {
    app.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string" },
      (_request, body, done) => done(null, readForm(String(body))),
    );

    api.post(`${STOP_PATH}:token`, {
      summary:
        "Stop what a form ticks of what an e-mail address has permitted, or e-mail by one click of a mail program",
      params: tokenSchema,
      handle: async ({ params: { token }, request, reply }) => {
        const { isOneClick, channels } = request.body instanceof Posted ? request.body : new Posted(false);
        if (!isOneClick && channels.length === 0)
          return reply.redirect(`${STOP_PATH}${encodeURIComponent(token)}`, 303);
        const emailHash = (await personKeys(database)).readStopToken(token);
        if (emailHash) {
          const text = isOneClick
            ? "Pressed “Unsubscribe” in the mail program"
            : `Pressed “Stop” on the page of the link, for: ${channelNames(channels)}`;
          const wanted: readonly Channel[] = isOneClick ? ["email"] : channels;
          await stop(emailHash, wanted, { text, visitor: visitorOf(request) });
        }
        // Mail programs must not be redirected.
        if (!isOneClick) return reply.redirect(emailHash ? "/stopped" : "/not-stopped", 303);
        if (!emailHash) throw unknownLink();
        return { success: true, message: STOPPED };
      },
    });

    api.post(`/api${STOP_PATH}:token`, {
      summary:
        "Stop what an e-mail address has permitted, or with the token of a meeting its reminders and its number; e-mail, if nothing else is named",
      params: tokenSchema,
      body: z.optional(z.nullable(stopSchema)),
      answer: doneSchema,
      options: {
        preValidation: async (request) => {
          const { body } = request;
          if (body instanceof Posted) request.body = { channels: body.isOneClick ? ["email"] : body.channels };
        },
      },
      handle: async ({ params: { token }, body, now, request }) => {
        const { channels = ["email"] } = body ?? {};
        const visitor = visitorOf(request);
        const keys = await personKeys(database);
        const meeting = keys.readMeetingStopToken(token);
        if (meeting) {
          if (channels.includes("email")) await stopMailAbout(meeting.bookingId, now);
          await stopNumberOfMeeting(database, { meeting, channels, visitor, now });
          return { message: STOPPED_FOR_MEETING };
        }
        const emailHash = keys.readStopToken(token);
        if (!emailHash) throw unknownLink();
        await stop(emailHash, channels, { text: `Pressed “Stop”, for: ${channelNames(channels)}`, visitor });
        return { message: STOPPED };
      },
    });
  });

  function stop(
    emailHash: string,
    channels: readonly Channel[],
    how: Pick<Parameters<typeof stopByPerson>[1], "text" | "visitor">,
  ) {
    return stopByPerson(database, { emailHash, channels, ...how, now: clock.now() });
  }
}

function readForm(body: string): Posted {
  if (body.includes("One-Click")) return new Posted(true);
  const ticked = new URLSearchParams(body);
  return new Posted(
    false,
    CHANNELS.filter((channel) => ticked.has(channel)),
  );
}

function unknownLink(): AppError {
  return new AppError("not_found", "This link is not complete. Please open it from the e-mail again, or call.");
}
