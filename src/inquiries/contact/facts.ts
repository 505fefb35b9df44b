import type { ContactMessage } from "./contact.ts";

export const FACT_LABELS = {
  name: "Name",
  email: "Email",
  phone: "Phone",
  subject: "Subject",
  message: "Message",
  status: "Status",
  notes: "Notes",
  createdAt: "Created at",
} as const satisfies Partial<Record<keyof ContactMessage, string>>;

export type ContactFact = keyof typeof FACT_LABELS;

export const FILE_HEADINGS: readonly string[] = Object.values(FACT_LABELS);

/** Files without one of these are refused. */
export const REQUIRED_HEADINGS: readonly string[] = [FACT_LABELS.name, FACT_LABELS.email, FACT_LABELS.message];
