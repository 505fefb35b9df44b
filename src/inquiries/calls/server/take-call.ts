import type { NewMail } from "#delivery/mail/server/table.ts";
import type { EventType } from "#delivery/webhooks/webhook.ts";
import type { By } from "#inquiries/kinds/server/kind.ts";
import { takeIn } from "#inquiries/kinds/server/take-in.ts";
import type { Call } from "#people/leads/call.ts";
import { insertCalls } from "#people/leads/server/calls.ts";
import { overdueNotice } from "#people/leads/server/first-contact.ts";
import { chooseLeads, type Joined, type LeadInquiry } from "#people/leads/server/join-lead.ts";
import type { NewAgreement } from "#people/permissions/server/ledger.ts";
import type { Db } from "#platform/server/database/tables.ts";

type Taken = Omit<By, "actorId"> & {
  id: string;
  inquiry: LeadInquiry;
  toCall: (joined: Joined) => Call | Promise<Call>;
  /** Undefined if a meeting of the same call has it. */
  permission: Omit<NewAgreement, "record"> | undefined;
  /** As the audit log names it. */
  what: string;
  /** Staff may not know of it yet. */
  isNews: boolean;
  event: { type: EventType; dataOf: (call: Call) => object };
};

/** What is the same however a call comes: by staff, by a program, or by a visitor who asks to be called. */
export async function takeCall(trx: Db, taken: Taken): Promise<Call> {
  const { id, inquiry, toCall, permission, what, isNews, event, leadRules, now } = taken;
  const record = { kind: "call", id } as const;
  const leads = await chooseLeads(trx, [inquiry]);
  const call = await toCall(leads.joined[0]);
  const { waitingSince } = call;
  const notice: NewMail[] = isNews ? [{ kind: "call-staff-notice", recordId: id, dueAt: now }] : [];
  await takeIn<Call>(
    trx,
    {
      leads,
      records: [call],
      insert: insertCalls,
      ledger: permission ? [{ ...permission, record }] : [],
      audit: [{ subject: record, action: "created", to: what }],
      mail: waitingSince
        ? [...notice, ...overdueNotice({ kind: "call-overdue", recordId: id, waitingSince }, leadRules)]
        : [],
      event,
    },
    taken,
  );
  return call;
}
