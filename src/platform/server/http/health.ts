import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { App } from "./types.ts";

const CACHE_MS = 1_000;
const TIMEOUT_MS = 3_000;

export function healthRoutes({ database, isDraining }: { database: Database; isDraining: () => boolean }) {
  let asked = { at: 0, answer: Promise.resolve(false) };
  const isDatabaseReady = () => {
    if (performance.now() - asked.at > CACHE_MS || asked.at === 0)
      asked = { at: performance.now(), answer: answers(database) };
    return asked.answer;
  };
  return async (app: App) => {
    app.get("/healthz", { config: { access: "public" }, schema: { hide: true } }, async () => ({ status: "up" }));
    app.get("/readyz", { config: { access: "public" }, schema: { hide: true } }, async (_request, reply) => {
      const ready = !isDraining() && (await isDatabaseReady());
      return reply.status(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready" });
    });
  };
}

async function answers(database: Database): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, TIMEOUT_MS, false).unref());
  const query = sql`select 1`.execute(database.read).then(
    () => true,
    () => false,
  );
  return Promise.race([query, late]);
}
