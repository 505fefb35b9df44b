import { isDeepStrictEqual } from "node:util";
import type { FastifyRequest } from "fastify";
import {
  draftAnswerSchema,
  draftChangeSchema,
  draftPageQuerySchema,
  draftPageSchema,
  MAX_DRAFT_BYTES,
  publishedAnswerSchema,
  publishSchema,
  siteAnswerSchema,
  versionParamsSchema,
  versionsAnswerSchema,
} from "#company/facts/admin.ts";
import { samplesIn } from "#company/facts/samples.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import type { PublishedVersion } from "./publish.ts";
import { findRetentionStart } from "./retention.ts";
import { findDraft, findLatestVersion, listVersions } from "./store.ts";

type Services = { database: Database; clock: Clock; published: PublishedVersion };

export function companyAdminRoutes({ database, clock, published }: Services) {
  return endpoints({ access: "admin", clock }, (api) => {
    api.get("", {
      summary: "The published facts and their draft",
      answer: siteAnswerSchema,
      handle: async ({ now }) => {
        const { number, publishedAt, publishedBy: by, facts } = published.shown;
        const draft = (await findDraft(database.read, facts)) ?? null;
        return {
          published: { number, publishedAt, by, facts },
          draft,
          retentionFrom: (await findRetentionStart(database.read, now))?.toISOString() ?? null,
          samples: samplesIn(facts),
        };
      },
    });

    api.put("/draft", {
      summary: "Replace the draft",
      body: draftChangeSchema,
      answer: draftAnswerSchema,
      options: { bodyLimit: MAX_DRAFT_BYTES },
      handle: async ({ body, by }) => ({ draft: await published.changeDraft({ ...body, ...by }) }),
    });

    api.get("/draft/page", {
      summary: "A page with the draft, as HTML",
      query: draftPageQuerySchema,
      answer: draftPageSchema,
      handle: async ({ query }) => {
        const draft = await findDraft(database.read, published.shown.facts);
        if (!draft) throw new AppError("not_found", "There is no draft.");
        return { html: await published.renderDraft(draft.facts, query.path) };
      },
    });

    api.post("/publish", {
      summary: "Publish the draft",
      proof: changesStaffEmails,
      body: publishSchema,
      answer: publishedAnswerSchema,
      handle: async ({ body, by }) => ({ number: await published.publishDraft({ ...body, ...by }) }),
    });

    api.get("/versions", {
      summary: "All versions, newest first",
      answer: versionsAnswerSchema,
      handle: async () => ({
        versions: (await listVersions(database.read)).map(({ publishedBy: by, ...version }) => ({ ...version, by })),
      }),
    });

    api.post("/versions/:number/publish", {
      summary: "Publish an earlier version again, as a new one. Words of agreement, staff addresses and retention stay",
      params: versionParamsSchema,
      answer: publishedAnswerSchema,
      handle: async ({ params, by }) => ({ number: await published.republish(params.number, by) }),
    });
  });

  /** A version that is not stored counts too, because it may exist when the call is processed. */
  async function changesStaffEmails({ body }: FastifyRequest): Promise<boolean> {
    const facts = (await findLatestVersion(database.read))?.facts ?? published.shown.facts;
    const draft = await findDraft(database.read, facts);
    const isSeen = draft?.version === (body as { version: number }).version;
    return !isSeen || !isDeepStrictEqual(draft.facts.staffEmails, facts.staffEmails);
  }
}
