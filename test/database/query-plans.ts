import { CompiledQuery, type KyselyPlugin, sql } from "kysely";
import type { Db, Tables } from "#platform/server/database/tables.ts";
import type { TestSite } from "../server.ts";

/** How the database finds the rows of every query that `work` makes. */
export async function plansOf(
  { database }: TestSite,
  table: keyof Tables,
  work: (trx: Db) => Promise<void>,
): Promise<{ query: string; plan: string }[]> {
  const explain = database.engine === "sqlite" ? "explain query plan" : "explain";
  return database.transaction(async (trx) => {
    if (database.engine === "postgres") await sql`analyze ${sql.table(table)}`.execute(trx);
    const made: CompiledQuery[] = [];
    const noting: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        made.push(trx.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await work(trx.withPlugin(noting));
    const plans: { query: string; plan: string }[] = [];
    for (const { sql: query, parameters } of made) {
      const { rows } = await trx.executeQuery(CompiledQuery.raw(`${explain} ${query}`, [...parameters]));
      plans.push({ query, plan: JSON.stringify(rows) });
    }
    return plans;
  });
}
