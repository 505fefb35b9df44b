import { revokeKeyRow } from "#accounts/keys/server/store.ts";
import { eraseLeadsBefore } from "#deals/privacy/server/erase-old.ts";
import { eraseNumbersAgain, erasePeopleAgain } from "#deals/privacy/server/erasure/erase-again.ts";
import { closeRequestRow } from "#deals/privacy/server/store.ts";
import { removeFromOutbox } from "#delivery/mail/server/outbox-files.ts";
import { deleteMailOf } from "#delivery/mail/server/store.ts";
import type { RemovalKind } from "#delivery/removals/removal.ts";
import type { RemovalsTable } from "#delivery/removals/server/table.ts";
import {
  deleteEndpointRow,
  findEndpoint,
  updateEndpoint,
  withdrawDeliveries,
} from "#delivery/webhooks/server/store.ts";
import { deleteFeedRow } from "#inquiries/agenda/server/store.ts";
import { stopReminders } from "#inquiries/bookings/server/visitor/stop-reminders.ts";
import { deleteContactMessage } from "#inquiries/contact/server/change-contact-message.ts";
import { findContactMessage } from "#inquiries/contact/server/store.ts";
import { stopAgain } from "#people/permissions/server/stop-again.ts";
import type { AuditLogAction } from "#platform/audit-log.ts";
import { type AuditLogSubject, writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { type Applied, RESTORE, type ReapplyContext } from "./reapply-context.ts";
import { reapplyAccountChanges } from "./restored-accounts.ts";

type Settings = Pick<ReapplyContext, "database" | "dataDir" | "now">;

const ANSWERED = "Answered before the site was restored from a backup";

export async function applyRemovals(settings: Settings, removals: readonly RemovalsTable[]): Promise<Applied> {
  const byKind = Map.groupBy(removals, ({ kind }) => kind);
  const subjectsOf = (kind: RemovalKind) => new Set(byKind.get(kind)?.map(({ subject }) => subject));
  const context = { ...settings, subjectsOf };
  const { database } = settings;
  return {
    person: await erasePeopleAgain(database, { ...settings, subjects: subjectsOf("person") }),
    number: await eraseNumbersAgain(database, { ...settings, subjects: subjectsOf("number") }),
    "old-inquiries": await reapplyRetention(context),
    message: await reapplyMessageDeletions(context),
    "privacy-request": await reapplyRequestClosures(context),
    stop: await stopAgain(database, byKind.get("stop") ?? []),
    reminders: await each(context, "reminders", (trx, id) => stopReminders(trx, id, settings.now)),
    ...(await reapplyAccessRevocations(context)),
    ...(await reapplyAccountChanges(context)),
  } satisfies Record<RemovalKind, number>;
}

async function reapplyRetention({ database, subjectsOf, dataDir, now }: ReapplyContext): Promise<number> {
  const latest = [...subjectsOf("old-inquiries")].sort().at(-1);
  return latest === undefined ? 0 : eraseLeadsBefore(database, { before: new Date(latest), dataDir, now });
}

async function reapplyMessageDeletions({ database, subjectsOf, now }: ReapplyContext): Promise<number> {
  let count = 0;
  for (const id of subjectsOf("message")) {
    if (!(await findContactMessage(database.read, id))) continue;
    await deleteContactMessage(database, { id, actor: RESTORE, actorId: "", now });
    count += 1;
  }
  return count;
}

async function reapplyRequestClosures(context: ReapplyContext): Promise<number> {
  const { dataDir, now } = context;
  const mailIds: string[] = [];
  const count = await each(context, "privacy-request", async (trx, id) => {
    if (!(await closeRequestRow(trx, id, { how: ANSWERED, by: RESTORE, at: now }))) return false;
    mailIds.push(...(await deleteMailOf(trx, id)));
    return true;
  });
  await removeFromOutbox(dataDir, mailIds);
  return count;
}

async function reapplyAccessRevocations(context: ReapplyContext) {
  const { now } = context;
  const log = (trx: Db, subject: AuditLogSubject, action: AuditLogAction, to?: string) =>
    writeAuditLogEntry(trx, { subject, actor: RESTORE, action, to, now });
  return {
    feed: await each(context, "feed", async (trx, id) => {
      if (!(await deleteFeedRow(trx, { id }))) return false;
      await log(trx, { kind: "calendar feed", id }, "deleted");
      return true;
    }),
    key: await each(context, "key", async (trx, id) => {
      if (!(await revokeKeyRow(trx, id, now))) return false;
      await log(trx, { kind: "key", id }, "revoked");
      return true;
    }),
    webhook: await each(context, "webhook", async (trx, id) => {
      if (!(await findEndpoint(trx, id))) return false;
      await deleteEndpointRow(trx, id);
      await log(trx, { kind: "webhook", id }, "deleted");
      return true;
    }),
    "webhook-off": await each(context, "webhook-off", async (trx, id) => {
      const endpoint = await findEndpoint(trx, id);
      if (endpoint?.turned_off_at !== null) return false;
      const at = now.toISOString();
      await updateEndpoint(trx, id, { turned_off_at: at, updated_at: at });
      await withdrawDeliveries(trx, id, now);
      await log(trx, { kind: "webhook", id }, "changed", "off");
      return true;
    }),
  };
}

async function each(
  { database, subjectsOf }: ReapplyContext,
  kind: RemovalKind,
  remove: (trx: Db, subject: string) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  for (const subject of subjectsOf(kind)) if (await database.transaction((trx) => remove(trx, subject))) count += 1;
  return count;
}
