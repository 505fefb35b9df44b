import { isDeepStrictEqual } from "node:util";
import type { FastifyRequest } from "fastify";
import {
  draftAnswerSchema,
  draftChangeSchema,
  fieldChangesSchema,
  fieldsAnswerSchema,
  MAX_DRAFT_BYTES,
  pageQuerySchema,
  pageSchema,
  publishedAnswerSchema,
  publishSchema,
  siteAnswerSchema,
  versionAnswerSchema,
  versionParamsSchema,
  versionsAnswerSchema,
} from "#company/facts/admin.ts";
import { isLonger } from "#company/facts/retention.ts";
import { samplesIn } from "#company/facts/samples.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { requireCaller, requireDuties } from "#platform/server/http/access.ts";
import { findIdempotentResult, type IdempotentRequest, idempotentRequest } from "#platform/server/idempotency.ts";
import { changeFields, replaceDraft, requireLatest } from "./draft.ts";
import type { PublishedVersion } from "./publish.ts";
import { findRetentionStart } from "./retention.ts";
import { findDraft, findLatestVersion, listVersions } from "./store.ts";

type Services = { database: Database; clock: Clock; published: PublishedVersion };

export function companyAdminRoutes({ database, clock, published }: Services) {
  return endpoints({ access: "admin", duties: ["site"], clock }, (api) => {
    api.get("", {
      summary: "The published facts and their draft",
      answer: siteAnswerSchema,
      handle: async ({ now }) => {
        // Another process may have published it a moment ago.
        const { number, publishedAt, publishedBy: by, facts } = await requireLatest(database.read);
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
      handle: async ({ body, by }) => ({ draft: await replaceDraft(database, { ...body, ...by }) }),
    });

    api.patch("/draft", {
      summary: "Change fields of the draft. Changes of other fields by others stay",
      body: fieldChangesSchema,
      answer: fieldsAnswerSchema,
      options: { bodyLimit: 2 * MAX_DRAFT_BYTES },
      handle: ({ body, by }) => changeFields(database, { ...body, ...by }),
    });

    api.get("/draft/page", {
      summary: "A page with the draft, as HTML",
      query: pageQuerySchema,
      answer: pageSchema,
      handle: async ({ query }) => {
        const draft = await findDraft(database.read, published.shown.facts);
        if (!draft) throw new AppError("not_found", "There is no draft.");
        return { html: await published.renderPreview(draft.facts, query.path) };
      },
    });

    api.post("/publish", {
      summary: "Publish the draft",
      proof: changesStaffEmails,
      body: publishSchema,
      answer: publishedAnswerSchema,
      handle: async ({ body, by, caller, request }) => {
        // A new staff address gets what people send in, and a shorter retention erases people.
        if (await changesStaffEmails(request)) requireDuties(caller, ["run"]);
        if (await shortensRetention()) requireDuties(caller, ["rights"]);
        return {
          number: await published.publishDraft({ ...body, ...by, attempt: attemptOf(request, by.actorId, body) }),
        };
      },
    });

    api.get("/versions", {
      summary: "All versions, newest first",
      answer: versionsAnswerSchema,
      handle: async () => ({
        versions: (await listVersions(database.read)).map(({ publishedBy: by, ...version }) => ({ ...version, by })),
      }),
    });

    api.get("/versions/:number", {
      summary: "The facts of a version",
      params: versionParamsSchema,
      answer: versionAnswerSchema,
      handle: async ({ params }) => {
        const { number, publishedAt, publishedBy: by, facts } = await published.requireVersion(params.number);
        return { version: { number, publishedAt, by, facts } };
      },
    });

    api.get("/versions/:number/page", {
      summary: "A page with the facts of a version, as HTML",
      params: versionParamsSchema,
      query: pageQuerySchema,
      answer: pageSchema,
      handle: async ({ params, query }) => {
        const { facts } = await published.requireVersion(params.number);
        return { html: await published.renderPreview(facts, query.path) };
      },
    });

    api.post("/versions/:number/publish", {
      summary: "Publish an earlier version again, as a new one. Words of agreement, staff addresses and retention stay",
      params: versionParamsSchema,
      answer: publishedAnswerSchema,
      handle: async ({ params, by }) => ({ number: await published.republish(params.number, by) }),
    });
  });

  async function shortensRetention(): Promise<boolean> {
    const { facts } = (await findLatestVersion(database.read)) ?? published.shown;
    const draft = await findDraft(database.read, facts);
    const days = draft?.facts.eraseLeadsAfterDays ?? null;
    return days !== null && isLonger(facts.eraseLeadsAfterDays, days);
  }

  /** A version that is not stored counts too, because it may exist when the call is processed. A repeat changes nothing. */
  async function changesStaffEmails(request: FastifyRequest): Promise<boolean> {
    const { body } = request;
    const attempt = attemptOf(request, requireCaller(request).id, body);
    const known = attempt && { request: attempt, now: clock.now() };
    if (known && (await findIdempotentResult(database.read, known)) !== undefined) return false;
    const facts = (await findLatestVersion(database.read))?.facts ?? published.shown.facts;
    const draft = await findDraft(database.read, facts);
    const isSeen = draft?.version === (body as { version: number }).version;
    return !isSeen || !isDeepStrictEqual(draft.facts.staffEmails, facts.staffEmails);
  }
}

function attemptOf({ headers }: FastifyRequest, accountId: string, body: unknown): IdempotentRequest | undefined {
  return idempotentRequest(`publish by ${accountId}`, headers["idempotency-key"], body);
}
