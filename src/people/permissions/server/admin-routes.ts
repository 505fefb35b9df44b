import {
  type PermissionEntry,
  permissionsAnswerSchema,
  personQuerySchema,
  revocationSchema,
  revokedSchema,
  stateAnswerSchema,
} from "#people/permissions/permission.ts";
import { listAuditLog, recordView } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { hiddenAmong } from "#platform/server/database/queries/limited-reads.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { findState, findStateByEmail, listLedgerEntries } from "./ledger.ts";
import { type Hashes, personKeyOf, personKeys } from "./person-keys.ts";
import { stopByStaff } from "./stop.ts";

type Services = { database: Database; clock: Clock };

export function permissionAdminRoutes({ database, clock }: Services) {
  return endpoints({ access: "admin", duties: ["answer"], programs: true, clock }, (api) => {
    api.get("", {
      summary: "Every line of the ledger about a person, and what they allow now",
      duties: ["rights"],
      query: personQuerySchema,
      answer: permissionsAnswerSchema,
      // Each call is recorded, and HEAD would be recorded without showing anything.
      options: { exposeHeadRoute: false },
      handle: async ({ query, by }) => {
        const hashes = (await personKeys(database)).of(query);
        const subject = { kind: "person", id: personKeyOf(hashes) };
        await recordView(database, { subject, ...by });
        const entries = await listLedgerEntries(database.read, hashes);
        const hidden = await hiddenAmong(
          database,
          entries.map(({ record_id }) => record_id),
        );
        return {
          // Also from records that the caller may not see: nobody calls a person who asked for no calls.
          state: await stateOfPerson(hashes),
          lines: entries.filter(({ record_id }) => !hidden.has(record_id)).map((entry) => toEntry(entry, hashes)),
          history: await listAuditLog(database.read, subject),
        };
      },
    });

    api.get("/state", {
      summary: "What a person allows now",
      query: personQuerySchema,
      answer: stateAnswerSchema,
      handle: async ({ query }) => {
        const hashes = (await personKeys(database)).of(query);
        return { state: await stateOfPerson(hashes) };
      },
    });

    api.post("/revocations", {
      summary: "Write down that a person wants no more calls, texts or e-mail",
      body: revocationSchema,
      created: revokedSchema,
      message: "The stop is recorded",
      handle: async ({ body, by }) => {
        await stopByStaff(database, { revocation: body, ...by });
        const hashes = (await personKeys(database)).of(body);
        const state = await stateOfPerson(hashes);
        return { state };
      },
    });
  });

  function stateOfPerson({ email, phone }: Hashes) {
    return email && !phone ? findStateByEmail(database.read, email) : findState(database.read, { email, phone });
  }
}

type StoredEntry = Awaited<ReturnType<typeof listLedgerEntries>>[number];

function toEntry(entry: StoredEntry, { email, phone }: Hashes): PermissionEntry {
  const { channel, action, purpose, words, version, at, said, actor, record_kind, record_id } = entry;
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
      ...(email && entry.email_hash === email ? ["email" as const] : []),
      ...(phone && entry.phone_hash === phone ? ["phone" as const] : []),
    ],
    ...(entry.user_agent && { userAgent: entry.user_agent }),
    ...(entry.email && { email: entry.email }),
    ...(entry.phone && { phone: entry.phone }),
    ...(entry.address && { address: entry.address }),
  };
}
