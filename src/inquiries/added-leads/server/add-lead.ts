import { enterCall } from "#inquiries/calls/server/enter-call.ts";
import type { Added, LogIn } from "#inquiries/calls/server/made-call.ts";
import type { By } from "#inquiries/kinds/server/kind.ts";
import type { Call } from "#people/leads/call.ts";
import { findCallOfVendor } from "#people/leads/server/calls.ts";
import { CHANNELS } from "#people/permissions/channels.ts";
import { type NewAgreement, storeStaffText, storeText } from "#people/permissions/server/ledger.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { IdempotentRequest } from "#platform/server/idempotency.ts";
import { TEXT_LIMITS } from "#platform/text.ts";
import type { ReadLead } from "./read-lead.ts";
import type { LeadKeyRow } from "./table.ts";

type Adding = By & {
  read: ReadLead;
  key: Pick<Added, "keyId" | "origin">;
  /** What the owner has set at the key counts where the program says nothing. */
  settings: LeadKeyRow;
  idempotency: IdempotentRequest | undefined;
  isByProgram: boolean;
  /** Runs first in the transaction. */
  begin?: (trx: Db) => Promise<void>;
  logIn: LogIn;
};

/** A repeat of the vendor's id returns the first lead. Throws idempotency_mismatch. */
export async function addLead(database: Database, { read, key, settings, begin, ...request }: Adding): Promise<Call> {
  const { source, campaign, cost, vendorId, statement: _, ...call } = read.lead;
  const noText = await storeText(database);
  return enterCall(database, {
    ...request,
    call: { ...call, heard: { source: source || settings.source, campaign: campaign || settings.campaign } },
    added: {
      ...key,
      vendorId: vendorId || undefined,
      costCents: cost ?? settings.cost_cents ?? undefined,
      claim: async (trx) => {
        await begin?.(trx);
        return findKnown(trx, key.keyId, vendorId);
      },
      agreement: (trx, callId) => agreementOf(trx, callId, { statement: read.statement, noText }),
      notes: partsOf(read.rest),
    },
  });
}

/** A note has a limit, and nothing of what was sent is lost. */
function partsOf(text: string): string[] {
  return text.match(new RegExp(`[^]{1,${TEXT_LIMITS.notes}}`, "gu")) ?? [];
}

/** The lock lets the second of two at once see the first. */
async function findKnown(trx: Db, keyId: string, vendorId: string | undefined): Promise<string | undefined> {
  if (!vendorId) return undefined;
  await lockNames(trx, [`vendor ${keyId} ${vendorId}`]);
  return findCallOfVendor(trx, keyId, vendorId);
}

/** A vendor's words are no agreement given to us, so nothing is allowed by them. */
async function agreementOf(
  trx: Db,
  callId: string,
  { statement, noText }: { statement: string | undefined; noText: string },
): Promise<Pick<NewAgreement, "entries" | "origin">> {
  if (statement) await storeStaffText(trx, callId, statement);
  const textId = statement ? callId : noText;
  const entries = CHANNELS.map((channel) => ({ channel, action: "unknown", purpose: "any", textId }) as const);
  return { entries, origin: statement ? "vendor" : "program" };
}
