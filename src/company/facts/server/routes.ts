import * as z from "zod/mini";
import { publicFactsOf, publicFactsSchema } from "#company/facts/admin.ts";
import { isKnownTag } from "#platform/server/http/answers/known-tag.ts";
import type { App } from "#platform/server/http/types.ts";
import type { PublishedVersion } from "./publish.ts";

export function companyRoutes({ published }: { published: PublishedVersion }) {
  return async (app: App) => {
    app.get(
      "/public",
      {
        config: { access: "public" },
        schema: { summary: "The facts that every page shows", response: { 200: publicFactsSchema, 304: z.null() } },
      },
      async (request, reply) => {
        const { number, facts } = published.shown;
        const etag = `"${number}"`;
        reply.header("cache-control", "no-cache").header("etag", etag);
        if (isKnownTag(request.headers["if-none-match"], etag)) return reply.status(304).send(null);
        return { success: true as const, number, facts: publicFactsOf(facts) };
      },
    );
  };
}
