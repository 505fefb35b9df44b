import { enqueueMail } from "#delivery/mail/server/store.ts";
import type { NewMail } from "#delivery/mail/server/table.ts";
import { enqueueEvent } from "#delivery/webhooks/server/store.ts";
import type { EventType } from "#delivery/webhooks/webhook.ts";
import type { By } from "#inquiries/kinds/server/kind.ts";
import type { Call } from "#people/leads/call.ts";
import { insertCalls } from "#people/leads/server/calls.ts";
import { overdueNotice } from "#people/leads/server/first-contact.ts";
import { type Joined, joinLeads, type LeadInquiry } from "#people/leads/server/join-lead.ts";
import { type NewAgreement, writeAgreements } from "#people/permissions/server/ledger.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Db } from "#platform/server/database/tables.ts";

export type Taken = Omit<By, "actorId"> & {
  id: string;
  /** The call, and whatever else of the same person and house comes with it. */
  inquiries: readonly [LeadInquiry, ...LeadInquiry[]];
  toCall: (joined: Joined) => Call;
  permission: Omit<NewAgreement, "record">;
  /** Runs before the call is stored. True if it has written the permission with a record of its own. */
  before?: (call: Call) => Promise<boolean>;
  /** As the audit log names it. */
  what: string;
  /** Staff may not know of it yet. */
  isNews: boolean;
  event: { type: EventType; dataOf: (call: Call) => object };
};

/** What is the same however a call comes: by staff, by a program, or by a visitor who asks to be called. */
export async function takeCall(trx: Db, taken: Taken): Promise<Call> {
  const { id, inquiries, permission, event, actor, leadRules, now } = taken;
  const [joined] = await joinLeads(trx, inquiries, { actor, now });
  const call = taken.toCall(joined);
  const record = { kind: "call", id } as const;
  if (!(await taken.before?.(call))) await writeAgreements(trx, [{ ...permission, record }]);
  await insertCalls(trx, [call]);
  await writeAuditLogEntry(trx, { subject: record, actor, action: "created", to: taken.what, now });
  if (call.waitingSince) {
    const notice: NewMail[] = taken.isNews ? [{ kind: "call-staff-notice", recordId: id, dueAt: now }] : [];
    const waiting = { kind: "call-overdue", recordId: id, waitingSince: call.waitingSince } as const;
    await enqueueMail(trx, [...notice, ...overdueNotice(waiting, leadRules)], now);
  }
  await enqueueEvent(trx, { type: event.type, recordId: id, data: async () => event.dataOf(call) }, now);
  return call;
}
