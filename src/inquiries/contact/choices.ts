// The form shows these choices before the schemas in contact.ts have loaded.
export const SUBJECTS = {
  general: "General Inquiry",
  property: "Property Question",
  offer: "Cash Offer",
  support: "Support",
  other: "Other",
} as const;

/** Maximum numbers of characters. */
export const CONTACT_LIMITS = { name: 100, message: 5_000 };

export type Subject = keyof typeof SUBJECTS;
