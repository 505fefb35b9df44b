// Imports contacts as messages. It sends visitors no mail, and no webhooks.

import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import { SUBJECTS } from "#inquiries/contact/choices.ts";
import {
  type ContactMessage,
  type ContactStatus,
  contactInputSchema,
  isUnresolved,
  nameSchema,
} from "#inquiries/contact/contact.ts";
import { type ContactFact, FACT_LABELS, FILE_HEADINGS, HEARD, REQUIRED_HEADINGS } from "#inquiries/contact/facts.ts";
import { notesSchema } from "#inquiries/kinds/notes.ts";
import { insertImportedNotes } from "#inquiries/kinds/server/imported.ts";
import {
  type InquiryImportRequest,
  importedBy,
  importInquiries,
  waitOf,
} from "#inquiries/kinds/server/inquiry-import.ts";
import { takeIn } from "#inquiries/kinds/server/take-in.ts";
import { attributionSchema } from "#people/leads/attribution.ts";
import { chooseLeads, type LeadInquiry } from "#people/leads/server/join-lead.ts";
import { unknownEntries } from "#people/permissions/server/agreements.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import type { ImportReport } from "#platform/csv-import.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { findChoice, readCreatedAt } from "#platform/server/csv/cells.ts";
import type { Cells, ParsedLine, Refuse } from "#platform/server/csv/csv-import.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { EventLoopYielder } from "#platform/server/event-loop-yield.ts";
import { newRowId } from "#platform/server/ids.ts";
import { lineSchema } from "#platform/text.ts";
import { MESSAGES } from "./contact-kind.ts";
import { makeContactMessageRow } from "./make-contact-message.ts";
import { contactMessageKeyOf, findKnownContactMessages, insertContactMessages } from "./store.ts";

const LOOKUP_CHUNK_ROWS = 100;
/** Names come from another site: mail to visitors leaves out what our form would refuse. */
const importedContactMessageSchema = z.extend(contactInputSchema, { name: nameSchema(lineSchema) });

/** Throws invalid_input with the report. */
export async function importContactMessages(database: Database, request: InquiryImportRequest): Promise<ImportReport> {
  const { actor, now } = request;
  return importInquiries(database, request, {
    shape: {
      columns: FILE_HEADINGS,
      required: REQUIRED_HEADINGS,
      read: (cell, refuse) => readMessage(cell, refuse, now),
    },
    plan: (drafts) => planImport(database.read, drafts),
    insert: async (chunk) => {
      const keys = await personKeys(database);
      const unknown = await unknownEntries(database, "message");
      return database.transaction(async (trx) => {
        await lockNames(trx, ["contact import"]);
        const known = await findKnownContactMessages(trx, chunk);
        const added = chunk
          .filter((message) => !known.has(contactMessageKeyOf(message)))
          .map((message) => ({ ...message, waitingSince: waitOf(request, isUnresolved(message)) }));
        const agreementOf = ({ id, email, phone }: ContactMessage) => ({
          hashes: keys.of({ email, phone }),
          details: { email, phone },
          record: { kind: "contact", id },
          entries: unknown.filter(({ channel }) => channel === "email" || phone),
          origin: "import" as const,
          actor,
          at: now.toISOString(),
        });
        const { audit, mail } = importedBy(request);
        const leads = await chooseLeads(trx, added.map(inquiryOf));
        const messages = leads.joined.map(({ leadId }, index) => ({ ...(added[index] as ImportedMessage), leadId }));
        await takeIn<ContactMessage>(
          trx,
          {
            leads,
            records: messages,
            insert: insertContactMessages,
            ledger: messages.map(agreementOf),
            audit: messages.map((message) => audit({ kind: MESSAGES.kind, id: message.id }, message)),
            mail: mail(messages),
          },
          { actor, now },
        );
        await insertImportedNotes(trx, MESSAGES, messages, request);
        return messages.length;
      });
    },
  });
}

type ImportedMessage = Omit<ContactMessage, "leadId">;

function readMessage(cellUnder: Cells<string>, refuseUnder: Refuse<string>, now: Date): ImportedMessage | undefined {
  const cell = (fact: ContactFact) => cellUnder(FACT_LABELS[fact]);
  const refuse = (fact: ContactFact, reason: string) => refuseUnder(FACT_LABELS[fact], reason);
  const subject = chosen(cell("subject"), SUBJECTS, (reason) => refuse("subject", reason));
  const status = chosen(cell("status"), STATUS_LABELS, (reason) => refuse("status", reason));
  const at = { now, timeZone: currentFacts().timeZone };
  const createdAt = readCreatedAt(cell("createdAt"), at, (reason) => refuse("createdAt", reason));
  const notes = notesSchema.safeParse(cell("notes"));
  if (!notes.success) refuse("notes", notes.error.issues[0]?.message ?? "Not valid");
  const [name, email, phone, message] = [cell("name"), cell("email"), cell("phone"), cell("message")];
  const parsed = importedContactMessageSchema.safeParse({ name, email, phone, subject, message });
  for (const { path, message } of parsed.error?.issues ?? []) refuse(path[0] as ContactFact, message);
  if (!parsed.success || !createdAt || !status) return undefined;
  const visit = { utmSource: cellUnder(HEARD.source), utmCampaign: cellUnder(HEARD.campaign) };
  const source = attributionSchema.parse({ first: visit, last: visit });
  return {
    ...makeContactMessageRow({ id: newRowId(), message: { ...parsed.data, source }, now: createdAt }),
    status,
    // New means that nobody has opened it.
    readAt: status === "New" ? undefined : now.toISOString(),
    notes: notes.data || undefined,
    // It is unknown whether an imported sender was answered.
    waitingSince: undefined,
    updatedAt: now.toISOString(),
  };
}

/** A message opens a lead only if it waits: it is unknown whether others were answered. */
function inquiryOf({ name, email, phone, status, waitingSince, createdAt, source }: ImportedMessage): LeadInquiry {
  const stage = status === "Resolved" ? "Contacted" : "New";
  return { name, email, phone, source, stage, isLive: waitingSince !== undefined, at: new Date(createdAt) };
}

/** Accepts a value or a label, case-insensitively; the first value for an empty cell. */
function chosen<Value extends string>(
  text: string,
  labels: Readonly<Record<Value, string>>,
  refuse: (reason: string) => void,
): Value | undefined {
  if (text === "") return Object.keys(labels)[0] as Value;
  const found = findChoice(text, labels);
  if (!found) refuse(`Please write one of: ${Object.values(labels).join(", ")}`);
  return found;
}

const STATUS_LABELS = { New: "New", "In Progress": "In Progress", Resolved: "Resolved" } satisfies Record<
  ContactStatus,
  string
>;

/** Leaves out messages that the same person has sent before with the same text. */
async function planImport(db: Db, drafts: readonly ParsedLine<ImportedMessage>[]) {
  const lines = new Map<string, number>();
  const fresh: ImportedMessage[] = [];
  const skipped: ImportReport["skipped"] = [];
  const yielder = new EventLoopYielder();
  for (const chunk of chunksOf(drafts, LOOKUP_CHUNK_ROWS)) {
    await yielder.next();
    const known = await findKnownContactMessages(
      db,
      chunk.map(({ draft }) => draft),
    );
    for (const { line, draft } of chunk) {
      const key = contactMessageKeyOf(draft);
      const earlier = lines.get(key);
      if (known.has(key)) skipped.push({ line, reason: "This message exists already" });
      else if (earlier !== undefined) skipped.push({ line, reason: `The same message as in line ${earlier}` });
      else fresh.push(draft);
      lines.set(key, earlier ?? line);
    }
  }
  return { accepted: fresh, skipped };
}
