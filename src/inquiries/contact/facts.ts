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

/** Of a file: where the person heard of the company. */
export const HEARD = { source: "Source", campaign: "Campaign" } as const;

export const FILE_HEADINGS: readonly string[] = [...Object.values(FACT_LABELS), ...Object.values(HEARD)];

/** Files without one of these are refused. */
export const REQUIRED_HEADINGS: readonly string[] = [FACT_LABELS.name, FACT_LABELS.email, FACT_LABELS.message];
