import type { FastifyRequest } from "fastify";
import type { Clock } from "#platform/server/clock.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { EventStream } from "./event-stream.ts";
import type { LiveHub } from "./live-hub.ts";

type Services = { clock: Clock; live: LiveHub };

export function liveAdminRoutes({ clock, live }: Services) {
  return endpoints({ access: "admin", duties: [], clock }, (api) => {
    api.get("", {
      summary: "A stream of server-sent events that says which records change",
      isStream: true,
      // A request for its headers would not end.
      options: { exposeHeadRoute: false },
      handle: async ({ request, reply, caller }) => {
        const stream = new EventStream(request, reply);
        await live.open(stream, { caller, after: lastEventId(request), endsAt: tokenEnd(request) });
        return reply;
      },
    });
  });
}

/** PostgreSQL takes no greater id. */
const MAX_ID = 2 ** 31 - 1;

function lastEventId({ headers }: FastifyRequest): number | undefined {
  const id = headers["last-event-id"];
  return typeof id === "string" && /^\d{1,15}$/.test(id) ? Math.min(Number(id), MAX_ID) : undefined;
}

/** Of a token that the guard has checked. */
function tokenEnd({ headers }: FastifyRequest): Date {
  const [, claims = ""] = (headers.authorization ?? "").split(".");
  const { exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { exp: number };
  return new Date(exp * 1000);
}
