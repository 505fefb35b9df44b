import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller, verbOf } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { countRows, exportOfDay, lockTaker, requireRowsLeft, takerOf } from "./count-rows.ts";
import { filterText } from "./filter-text.ts";
import { findRowCount } from "./store.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** By the route itself, because its answer is a file. */
    isCounted?: true;
  }
}

type Services = { database: Database; clock: Clock };

const LISTED = /^\/api\/|\/:\w+|\/(admin|list|csv|export)(?=\/|$)/g;

/**
 * Every record that a key reads counts, and every printed list. Added once for all routes, so that one that takes data out
 * without counting fails.
 */
export function countAnswers(app: App, services: Services): void {
  app.addHook("onRoute", (route) => {
    const { access, programs, duties, takesNothing } = route.config ?? {};
    const takesOut = duties?.includes("take-out") && !takesNothing;
    if (access !== "admin" || !(programs || takesOut) || verbOf(String(route.method), route.config ?? {}) !== "read")
      return;
    const isCounted = (request: FastifyRequest) =>
      request.method !== "HEAD" && (takesOut || requireCaller(request).isProgram === true);
    const refuse = async (request: FastifyRequest) => {
      const caller = requireCaller(request);
      if (caller.isProgram) await requireRowsLeft(services.database.read, takerOf(caller), services.clock.now());
    };
    const count = async (request: FastifyRequest, { statusCode }: FastifyReply, payload: unknown) => {
      if (statusCode === 200 && !request.isCounted && isCounted(request)) await countAnswer(services, request, payload);
      return payload;
    };
    route.preHandler = [...[route.preHandler ?? []].flat(), refuse];
    route.onSend = [...[route.onSend ?? []].flat(), count];
  });
}

async function countAnswer({ database, clock }: Services, request: FastifyRequest, payload: unknown): Promise<void> {
  const { url = "", schema } = request.routeOptions;
  if (typeof payload !== "string" && !Buffer.isBuffer(payload))
    throw new Error(`Nobody counts what leaves with ${url}: see sendExport.`);
  const rows = countRecords(JSON.parse(payload.toString()));
  // Entries are kept for good, so that a key cannot fill them with filters that find nothing.
  if (rows === 0) return;
  const caller = requireCaller(request);
  const said = [url.includes("/:") && "one by one", schema?.querystring ? filterText(Object(request.query)) : ""];
  const leaving = exportOfDay({
    taker: takerOf(caller),
    subject: { kind: url.replaceAll(LISTED, "").replaceAll(/[/-]/g, " ").trim(), id: "export" },
    filter: said.filter(Boolean).join(", "),
    now: clock.now(),
  });
  if (caller.isProgram) return database.transaction((trx) => countRows(trx, leaving, { rows }));
  // A page that reads its list again after each change takes out nothing more.
  const isMore = async (db: Database["read"]) => rows - ((await findRowCount(db, leaving.id)) ?? 0);
  if ((await isMore(database.read)) <= 0) return;
  await database.transaction(async (trx) => {
    await lockTaker(trx, leaving);
    const more = await isMore(trx);
    if (more > 0) await countRows(trx, leaving, { rows: more });
  });
}

/** A record within a record is a part of it. Who gets an offer has no id. */
function countRecords(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  if ("_id" in value || "email" in value) return 1;
  return Object.values(value).reduce((sum: number, part) => sum + countRecords(part), 0);
}
