import type { Kysely } from "kysely";
import { run } from "./shared/statements.ts";

/** The devices that ring, each as long as its session, and what they are rung about. */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [
    `create table push_subscriptions (
      id text primary key, user_id text not null, session_id text not null references sign_ins (id) on delete cascade,
      endpoint text not null, p256dh text not null, auth text not null, public_key text not null,
      is_stale integer not null, device text not null, kinds text not null, named integer not null,
      quiet_from text not null, quiet_to text not null, days_off text not null, mail_too integer not null,
      created_at text not null)`,
    `create unique index push_subscriptions_session on push_subscriptions (session_id)`,
    `create unique index push_subscriptions_endpoint on push_subscriptions (endpoint)`,
    `create index push_subscriptions_user on push_subscriptions (user_id, created_at)`,
    `create table pushes (
      id text primary key, subscription_id text not null references push_subscriptions (id) on delete cascade,
      user_id text not null, kind text not null, lead_id text not null, detail text not null, tag text, state text not null,
      queued_at text not null, next_try_at text not null, tries integer not null, first_tried_at text, claim text,
      claimed_until text, settled_at text, last_error text, shown_at text, opened_at text, used_at text)`,
    `create unique index pushes_once on pushes (subscription_id, kind, lead_id, detail)`,
    `create index pushes_due on pushes (subscription_id, next_try_at) where state = 'waiting'`,
    `create index pushes_claimed on pushes (claim) where claim is not null`,
    `create index pushes_newest on pushes (subscription_id, queued_at)`,
    `create index pushes_lead on pushes (lead_id, user_id)`,
    `create index pushes_queued on pushes (queued_at)`,
  ]);
}
