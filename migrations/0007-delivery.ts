import type { Kysely } from "kysely";
import { run } from "./shared/statements.ts";

/** Mails in the order in which they are claimed, webhooks, and what was removed since a backup, for its restore. */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [...MAILS, ...WEBHOOKS, ...REMOVALS]);
}

const MAILS = [
  // Of earlier mails neither is recorded: they do not count against the limit of a mailbox.
  `alter table mails add column transport text`,
  `alter table mails add column mailbox_key text`,
  `create index mails_mailbox on mails (mailbox_key) where mailbox_key is not null`,
  `create index mails_claimed on mails (claim) where claim is not null`,
  // The index by time alone would be a second one to write with every mail.
  `drop index mails_waiting`,
  `create index mails_due on mails (urgency, next_try_at) where state = 'waiting'`,
  // Their detail is an address that anybody can type: they are deleted soon, and with the person.
  `create index mails_password_reset on mails (settled_at) where kind = 'password-reset'`,
];

const WEBHOOKS = [
  `create table webhook_endpoints (
    id text primary key, name text not null, url text not null, events text not null, secret text not null,
    created_at text not null, updated_at text not null, old_secret text, old_secret_until text, turned_off_at text,
    turned_off_because text)`,
  `create table webhook_deliveries (
    id text primary key, endpoint_id text not null, type text not null, body text not null, state text not null,
    queued_at text not null, next_try_at text not null, record_id text, first_tried_at text, claim text,
    claimed_until text, settled_at text, last_error text, response text, tries integer not null, status integer)`,
  `create index webhook_deliveries_waiting on webhook_deliveries (next_try_at) where state = 'waiting'`,
  `create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_try_at) where state = 'waiting'`,
  `create index webhook_deliveries_claimed on webhook_deliveries (claim) where claim is not null`,
  `create index webhook_deliveries_newest on webhook_deliveries (queued_at, id)`,
  `create index webhook_deliveries_settled on webhook_deliveries (settled_at)`,
  `create index webhook_deliveries_record on webhook_deliveries (record_id)`,
  `create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, queued_at, id)`,
];

const REMOVALS = [
  `create table removals (id text primary key, at text not null, kind text not null, subject text not null, detail text not null)`,
  `create index removals_at on removals (at, id)`,
  `create table removal_keys (id text primary key, identity text not null, secret text not null, since text not null)`,
  `create table restore_holds (
    id text primary key, at text not null, backup_at text not null, reason text not null, released_at text, released_by text)`,
];
