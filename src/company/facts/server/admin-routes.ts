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
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import type { PublishedVersion } from "./publish.ts";
import { findRetentionStart } from "./retention.ts";
import { findDraft, findLatestVersion, listVersions } from "./store.ts";

type Services = {
  database: Database;
  clock: Clock;
  published: PublishedVersion;
};

const ADMIN = { config: { access: "admin" } } as const;

export function companyAdminRoutes({ database, clock, published }: Services) {
  return async (app: App) => {
    app.get(
      "",
      { ...ADMIN, schema: { summary: "The published facts and their draft", response: { 200: siteAnswerSchema } } },
      async () => {
        const { number, publishedAt, publishedBy: by, facts } = published.shown;
        const draft = (await findDraft(database.read, facts)) ?? null;
        return {
          success: true as const,
          published: { number, publishedAt, by, facts },
          draft,
          retentionFrom: (await findRetentionStart(database.read, clock.now()))?.toISOString() ?? null,
          samples: samplesIn(facts),
        };
      },
    );

    app.put(
      "/draft",
      {
        ...ADMIN,
        bodyLimit: MAX_DRAFT_BYTES,
        schema: { summary: "Replace the draft", body: draftChangeSchema, response: { 200: draftAnswerSchema } },
      },
      async (request) => {
        const draft = await published.changeDraft({ ...request.body, ...byCaller(requireCaller(request).email) });
        return { success: true as const, draft };
      },
    );

    app.get(
      "/draft/page",
      {
        ...ADMIN,
        schema: {
          summary: "A page with the draft, as HTML",
          querystring: draftPageQuerySchema,
          response: { 200: draftPageSchema },
        },
      },
      async (request) => {
        const draft = await findDraft(database.read, published.shown.facts);
        if (!draft) throw new AppError("not_found", "There is no draft.");
        return { success: true as const, html: await published.renderDraft(draft.facts, request.query.path) };
      },
    );

    app.post(
      "/publish",
      {
        config: { ...ADMIN.config, proof: changesStaffEmails },
        schema: { summary: "Publish the draft", body: publishSchema, response: { 200: publishedAnswerSchema } },
      },
      async (request) => {
        const by = byCaller(requireCaller(request).email);
        return { success: true as const, number: await published.publishDraft({ ...request.body, ...by }) };
      },
    );

    app.get(
      "/versions",
      { ...ADMIN, schema: { summary: "All versions, newest first", response: { 200: versionsAnswerSchema } } },
      async () => ({
        success: true as const,
        versions: (await listVersions(database.read)).map(({ publishedBy: by, ...version }) => ({ ...version, by })),
      }),
    );

    app.post(
      "/versions/:number/publish",
      {
        ...ADMIN,
        schema: {
          summary:
            "Publish an earlier version again, as a new one. Words of agreement, staff addresses and retention stay",
          params: versionParamsSchema,
          response: { 200: publishedAnswerSchema },
        },
      },
      async (request) => {
        const by = byCaller(requireCaller(request).email);
        return { success: true as const, number: await published.publishAgain(request.params.number, by) };
      },
    );
  };

  /** A version that is not stored counts too, because it may be by the time that this call has its turn. */
  async function changesStaffEmails({ body }: FastifyRequest): Promise<boolean> {
    const facts = (await findLatestVersion(database.read))?.facts ?? published.shown.facts;
    const draft = await findDraft(database.read, facts);
    const isSeen = draft?.version === (body as { version: number }).version;
    return !isSeen || !isDeepStrictEqual(draft.facts.staffEmails, facts.staffEmails);
  }

  function byCaller(actor: string) {
    return { actor, now: clock.now() };
  }
}
