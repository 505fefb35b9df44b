import type { ContactMessage, NewContactMessage } from "#inquiries/contact/contact.ts";
import { newInquiry } from "#people/leads/inquiry.ts";
import type { WithPrivacySignal } from "#people/leads/server/privacy-signal.ts";

type NewContactMessageRow = { id: string; message: NewContactMessage & WithPrivacySignal; now: Date };

/** The operation assigns the lead. */
export function makeContactMessageRow({
  id,
  message: sent,
  now,
}: NewContactMessageRow): Omit<ContactMessage, "leadId"> {
  const { name, email, phone, subject, message, source, privacySignal } = sent;
  const at = now.toISOString();
  return {
    id,
    name,
    email,
    phone: phone || undefined,
    subject,
    message,
    status: "New",
    source,
    privacySignal,
    ...newInquiry(now),
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}
