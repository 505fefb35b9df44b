import { type Kysely, sql } from "kysely";
import { run } from "./shared/statements.ts";

/**
 * Who has taken a lead that waits, until when, and which entry of the log ended it. The roster: who is on duty when, in which
 * order, and the account at its end, which was the one that got the last reminder.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [
    `create table lead_claims (
      id text primary key, lead_id text not null, user_id text not null, since text not null, taken_at text not null,
      held_until text not null, ended_at text, log_id text)`,
    `create unique index lead_claims_open on lead_claims (lead_id) where ended_at is null`,
    `create index lead_claims_lead on lead_claims (lead_id, taken_at)`,
    `create index lead_claims_log on lead_claims (log_id) where log_id is not null`,
    `create index lead_claims_since on lead_claims (since)`,
    `create table roster (
      id text primary key, shifts text not null, owner_id text not null, version integer not null, updated_at text not null)`,
    `create table roster_days_off (user_id text not null, day text not null, primary key (user_id, day))`,
  ]);
  const { rows } = await sql<{ facts: string; published_at: string }>`
    select facts, published_at from company_versions order by number desc limit 1`.execute(db);
  const [published] = rows;
  const owner: unknown = published && JSON.parse(published.facts).leads?.escalateTo;
  if (published && typeof owner === "string" && owner !== "")
    await sql`insert into roster values ('site', '[]', ${owner}, 1, ${published.published_at})`.execute(db);
}
