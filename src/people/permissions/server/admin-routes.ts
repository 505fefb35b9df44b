import {
  type PermissionLine,
  permissionsAnswerSchema,
  personQuerySchema,
  revocationSchema,
  revokedSchema,
  stateAnswerSchema,
} from "#people/permissions/permission.ts";
import { listAuditLog, writeViewed } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { findState, findStateByEmail, listLines } from "./ledger.ts";
import { type Hashes, personKeyOf, personKeys } from "./person-keys.ts";
import { stopByStaff } from "./stop.ts";

type Services = { database: Database; clock: Clock };

const config = { access: "admin", keys: "leads" } as const;

export function permissionAdminRoutes({ database, clock }: Services) {
  return async (app: App) => {
    app.get(
      "",
      {
        config,
        // It writes down who looked, and HEAD would write it without showing anything.
        exposeHeadRoute: false,
        schema: {
          summary: "Every line of the ledger about a person, and what they allow now",
          querystring: personQuerySchema,
          response: { 200: permissionsAnswerSchema },
        },
      },
      async (request) => {
        const hashes = (await personKeys(database)).of(request.query);
        const subject = { kind: "person", id: personKeyOf(hashes) };
        const { email: actor } = requireCaller(request);
        await database.transaction((trx) => writeViewed(trx, { subject, actor, now: clock.now() }));
        return {
          success: true as const,
          state: await stateOfPerson(hashes),
          lines: (await listLines(database.read, hashes)).map((line) => toLine(line, hashes)),
          history: await listAuditLog(database.read, subject),
        };
      },
    );

    app.get(
      "/state",
      {
        config,
        schema: {
          summary: "What a person allows now",
          querystring: personQuerySchema,
          response: { 200: stateAnswerSchema },
        },
      },
      async ({ query }) => {
        const hashes = (await personKeys(database)).of(query);
        return { success: true as const, state: await stateOfPerson(hashes) };
      },
    );

    app.post(
      "/revocations",
      {
        config,
        schema: {
          summary: "Write down that a person wants no more calls, texts or e-mail",
          body: revocationSchema,
          response: { 201: revokedSchema },
        },
      },
      async (request, reply) => {
        const { email: actor } = requireCaller(request);
        await stopByStaff(database, { revocation: request.body, actor, now: clock.now() });
        const hashes = (await personKeys(database)).of(request.body);
        const state = await stateOfPerson(hashes);
        return reply.status(201).send({ success: true, message: "The stop is recorded", state });
      },
    );
  };

  function stateOfPerson({ email, phone }: Hashes) {
    return email && !phone ? findStateByEmail(database.read, email) : findState(database.read, { email, phone });
  }
}

type StoredLine = Awaited<ReturnType<typeof listLines>>[number];

function toLine(line: StoredLine, { email, phone }: Hashes): PermissionLine {
  const { channel, action, purpose, words, version, at, said, actor, record_kind, record_id } = line;
  return {
    channel,
    action,
    purpose,
    words,
    version,
    at,
    said,
    by: actor,
    belongsTo: { kind: record_kind, id: record_id },
    names: [
      ...(email && line.email_hash === email ? ["email" as const] : []),
      ...(phone && line.phone_hash === phone ? ["phone" as const] : []),
    ],
    ...(line.user_agent && { userAgent: line.user_agent }),
    ...(line.email && { email: line.email }),
    ...(line.phone && { phone: line.phone }),
    ...(line.address && { address: line.address }),
  };
}
