import { sql } from "kysely";
import type { TestSite } from "./server.ts";

/** The database itself refuses to insert such rows, as a full disk would. Returns what ends that. */
export async function refuseInserts(
  { database }: TestSite,
  table: string,
  condition: string,
): Promise<() => Promise<void>> {
  const run = (statements: readonly string[]) =>
    database.transaction(async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx);
    });
  if (database.engine === "sqlite") {
    await run([
      `create trigger refused before insert on ${table} when ${condition} begin select raise(abort, 'refused'); end`,
    ]);
    return () => run(["drop trigger refused"]);
  }
  await run([
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
    `create trigger refused before insert on ${table} for each row when (${condition}) execute function refuse()`,
  ]);
  return () => run([`drop trigger refused on ${table}`, "drop function refuse"]);
}
