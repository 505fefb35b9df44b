import { toAdminContactMessage } from "#inquiries/contact/admin.ts";
import { SUBJECTS } from "#inquiries/contact/choices.ts";
import { type ContactCorrection, type ContactMessage, isUnresolved } from "#inquiries/contact/contact.ts";
import { FACT_LABELS } from "#inquiries/contact/facts.ts";
import type { CorrectedKind } from "#inquiries/kinds/server/kind.ts";
import { AppError } from "#platform/errors.ts";
import {
  correctContactMessage,
  deleteContactMessageRow,
  findContactMessage,
  findContactMessageRecordsOf,
  findContactMessagesOfLeads,
  updateContactMessage,
} from "./store.ts";

const CORRECTED = ["name", "email", "phone"] as const;

export const MESSAGES: CorrectedKind<ContactMessage, ContactCorrection> = {
  kind: "contact",
  find: findContactMessage,
  ofLeads: findContactMessagesOfLeads,
  notFound: () => new AppError("not_found", "Message not found"),
  present: (message) => ({ contact: toAdminContactMessage(message) }),
  event: ({ id, leadId, createdAt, subject, message }) => ({
    kind: "message",
    at: createdAt,
    title: `Wrote: ${SUBJECTS[subject]}`,
    text: message,
    link: `/admin/contacts?contact=${id}`,
    leadId,
  }),
  exported: { as: "contactMessages", recordsOf: findContactMessageRecordsOf },
  words: ({ message }) => message,
  isOpen: isUnresolved,
  update: updateContactMessage,
  deleteRow: deleteContactMessageRow,
  changedFacts: (before, correction) =>
    CORRECTED.filter((name) => (correction[name] || undefined) !== before[name]).map((name) => FACT_LABELS[name]),
  placeOf: () => undefined,
  sent: (_message, { name, email, phone }) => ({ name, email, phone: phone || undefined, stage: "New" }),
  correct: (trx, before, { phone, ...correction }) =>
    correctContactMessage(trx, before, { ...correction, phone: phone || undefined }),
};
