// Imports people with their leads from another system. It sends them no mail, and no webhooks.
import { listUsers } from "#accounts/users/server/accounts.ts";
import { LEAD_HEADINGS, REQUIRED_LEAD_HEADINGS } from "#deals/follow-up/leads-file.ts";
import {
  type InquiryImportRequest,
  importedBy,
  importInquiries,
  waitOf,
} from "#inquiries/kinds/server/inquiry-import.ts";
import { takeIn } from "#inquiries/kinds/server/take-in.ts";
import type { Call } from "#people/leads/call.ts";
import { isEnded, propertyKey, stageChange } from "#people/leads/lead.ts";
import { formatDue } from "#people/leads/next-step.ts";
import { insertCalls } from "#people/leads/server/calls.ts";
import { chooseLeads, type Joined, type LeadInquiry } from "#people/leads/server/join-lead.ts";
import { listLeadsOfPeople } from "#people/leads/server/leads.ts";
import { findOpenStep, insertNextStep } from "#people/leads/server/next-steps.ts";
import { writeNote } from "#people/leads/server/notes.ts";
import { findPersonByEmail, listPeopleByPhone } from "#people/leads/server/people.ts";
import { advanceStage, lockLead, updateLead } from "#people/leads/server/stage.ts";
import { unknownEntries } from "#people/permissions/server/agreements.ts";
import type { NewAgreement } from "#people/permissions/server/ledger.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import type { ImportReport } from "#platform/csv-import.ts";
import { emailKey } from "#platform/email.ts";
import { phoneDigits } from "#platform/phone.ts";
import type { ParsedLine } from "#platform/server/csv/csv-import.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { EventLoopYielder } from "#platform/server/event-loop-yield.ts";
import { newRowId } from "#platform/server/ids.ts";
import { type ImportedLead, readLead } from "./read-lead-line.ts";

const LOOKUP_CHUNK_ROWS = 100;
const MAX_ASSIGNEES = 200;

/**
 * A lead is open if its line has a next step, or a stage other than Closed and Lost, or is new. Throws invalid_input with
 * the report.
 */
export async function importLeads(database: Database, request: InquiryImportRequest): Promise<ImportReport> {
  const { actor, now } = request;
  const admins = await listUsers(
    database.read,
    { role: ["admin"], status: ["active"] },
    { offset: 0, limit: MAX_ASSIGNEES },
  );
  const assignees = new Map(admins.map(({ id, email }) => [email.toLowerCase(), id]));
  return importInquiries(database, request, {
    shape: {
      columns: LEAD_HEADINGS,
      required: REQUIRED_LEAD_HEADINGS,
      read: (cell, refuse) => readLead(cell, refuse, { assignees, now }),
    },
    plan: (drafts) => planImport(database.read, drafts),
    insert: async (chunk) => {
      const keys = await personKeys(database);
      const unknown = await unknownEntries(database, "message");
      return database.transaction(async (trx) => {
        await lockNames(trx, ["lead import"]);
        const added: ImportedLead[] = [];
        for (const lead of chunk) if (!(await isKnown(trx, lead))) added.push(lead);
        const agreementOf = ({ id, email, phone }: Call) => ({
          hashes: keys.of({ email, phone }),
          details: { email, phone },
          record: { kind: "call", id },
          entries: unknown.filter(({ channel }) => (channel === "email" ? email : phone)),
          origin: "import" as const,
          actor,
          at: now.toISOString(),
        });
        await insert(trx, added, { ...request, ledger: (calls) => calls.map(agreementOf) });
        return added.length;
      });
    },
  });
}

/** The inquiries are stored as calls. */
async function insert(
  trx: Db,
  leads: readonly ImportedLead[],
  request: InquiryImportRequest & { ledger: (calls: readonly Call[]) => NewAgreement[] },
): Promise<void> {
  const { ledger, actor, now } = request;
  const waits = leads.map(({ stage = "New" }) => waitOf(request, stage === "New"));
  const isLive = (lead: ImportedLead, index: number) => isOpen(lead) || waits[index] !== undefined;
  const toCall = (joined: Joined, index: number): Call => {
    const { name, email, phone, property, situation, heard, at } = leads[index] as ImportedLead;
    const told = { ...joined, name, email, phone, property, situation, heard, takenBy: actor } as const;
    return { ...told, id: newRowId(), origin: "file", waitingSince: waits[index], createdAt: at.toISOString() };
  };
  const { audit, mail } = importedBy(request);
  const chosen = await chooseLeads(
    trx,
    leads.map((lead, index) => inquiryOf(lead, isLive(lead, index))),
  );
  const calls = chosen.joined.map(toCall);
  await takeIn<Call>(
    trx,
    {
      leads: chosen,
      records: calls,
      insert: insertCalls,
      ledger: ledger(calls),
      audit: calls.map((call) => audit({ kind: "lead", id: call.leadId }, call)),
      mail: mail(calls),
    },
    { actor, now },
  );
  for (const [index, { id, leadId }] of calls.entries()) {
    const lead = leads[index] as ImportedLead;
    const { notes, at, stage = "New", reason, step } = lead;
    const stored = await lockLead(trx, leadId);
    if (!stored) continue;
    const isBegun = stored.version === 1;
    const change = { ...stageChange(stored, stage, { at, reason }), isOpen: isLive(lead, index) };
    if (isBegun) await updateLead(trx, stored, change, now);
    // Of a lead that is known already staff know more than the file.
    else if (!isEnded(stage)) await advanceStage(trx, leadId, { to: stage, at, actor, now });
    const open = step && (await findOpenStep(trx, stored.id));
    const texts = [notes, open && `Next step in the file: ${step.what}, ${formatDue(step, "weekday")}`];
    const text = texts.filter(Boolean).join("\n");
    if (text) await writeNote(trx, { leadId, record: { kind: "call", id }, text, author: actor, now });
    if (step && !open) await insertNextStep(trx, stored.id, { ...step, actor, now });
  }
}

function isOpen({ stage, step }: ImportedLead): boolean {
  return step !== undefined || (stage !== undefined && stage !== "Closed" && stage !== "Lost");
}

function inquiryOf(lead: ImportedLead, isLive: boolean): LeadInquiry {
  const { name, email, phone, property, situation, heard, at } = lead;
  const visit = { utmSource: heard.source, utmCampaign: heard.campaign };
  const source = heard.source || heard.campaign ? { first: visit, last: visit } : undefined;
  // The actual stage is written later. "New" only prevents the inquiry from joining an ended lead.
  return { name, email, phone, property, situation, source, stage: "New", isLive, at };
}

/** Two lines about one property of one person have the same key. */
function keyOf({ email, phone, property }: ImportedLead): string {
  return `${email ? emailKey(email) : phoneDigits(phone ?? "")} ${propertyKey(property)}`;
}

async function isKnown(db: Db, { email, phone, property }: ImportedLead): Promise<boolean> {
  const byEmail = email ? await findPersonByEmail(db, email) : undefined;
  const people = email
    ? byEmail
      ? [byEmail]
      : []
    : await listPeopleByPhone(db, phone ? [phone] : [], LOOKUP_CHUNK_ROWS);
  const leads = await listLeadsOfPeople(
    db,
    people.filter((person) => email || !person.email).map(({ id }) => id),
  );
  return leads.some((lead) => propertyKey(lead.property) === propertyKey(property));
}

async function planImport(db: Db, drafts: readonly ParsedLine<ImportedLead>[]) {
  const lines = new Map<string, number>();
  const fresh: ImportedLead[] = [];
  const skipped: ImportReport["skipped"] = [];
  const yielder = new EventLoopYielder();
  for (const { line, draft } of drafts) {
    if (yielder.isOver) await yielder.next();
    const key = keyOf(draft);
    const earlier = lines.get(key);
    if (earlier !== undefined) skipped.push({ line, reason: `The same lead as in line ${earlier}` });
    else if (await isKnown(db, draft))
      skipped.push({ line, reason: "This person has a lead about the property already" });
    else fresh.push(draft);
    lines.set(key, earlier ?? line);
  }
  return { accepted: fresh, skipped };
}
