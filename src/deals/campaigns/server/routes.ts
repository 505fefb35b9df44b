import { isbot } from "isbot";
import * as z from "zod/mini";
import { addressOf, linkNameOf } from "#deals/campaigns/link.ts";
import type { Database } from "#platform/server/database/database.ts";
import { answerPageNotFound } from "#platform/server/http/errors.ts";
import { privacySignalOf } from "#platform/server/http/privacy-signal.ts";
import type { App, PageHandler } from "#platform/server/http/types.ts";
import { findLink } from "./store.ts";
import type { LinksTable } from "./table.ts";
import type { VisitCounter } from "./visit-counter.ts";

type Services = { database: Database; visits: VisitCounter; servePage: PageHandler };
type Headers = Readonly<Record<string, string | string[] | undefined>>;

export function goRoutes({ database, visits, servePage }: Services) {
  return async (app: App) => {
    app.get(
      "/:name",
      {
        config: { access: "public" },
        schema: { summary: "Redirect of a short link", params: z.object({ name: z.string() }) },
      },
      async (request, reply) => {
        const { method, headers } = request;
        let link: LinksTable | undefined;
        try {
          const name = linkNameOf(request.params.name);
          link = name === undefined ? undefined : await findLink(database.read, name);
        } catch (error) {
          // The home page needs no database, so it also opens while the database fails.
          request.log.error({ err: error }, "a short link was not looked up");
          return reply.header("x-robots-tag", "noindex").redirect("/", 302);
        }
        if (!link) return answerPageNotFound(reply, servePage);
        const hasOptedOut = privacySignalOf(headers) !== undefined;
        if (method === "GET" && !hasOptedOut && isPerson(headers)) visits.count(link.name);
        return reply.header("x-robots-tag", "noindex").redirect(hasOptedOut ? link.target : addressOf(link), 302);
      },
    );
  };
}

/** Excludes known bots, requests without a user agent, and prefetching browsers. */
function isPerson(headers: Headers): boolean {
  const agent = headers["user-agent"];
  if (typeof agent !== "string" || agent === "" || isbot(agent)) return false;
  return !["sec-purpose", "purpose", "x-moz"].some((name) => String(headers[name] ?? "").includes("prefetch"));
}
