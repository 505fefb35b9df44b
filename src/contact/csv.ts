// The columns of a file of contacts, as it is imported.

export const CONTACT_COLUMNS = [
  "Name",
  "Email",
  "Phone",
  "Subject",
  "Message",
  "Status",
  "Notes",
  "Created at",
] as const;

export type ContactColumn = (typeof CONTACT_COLUMNS)[number];

/** A file without one of these is not read. */
export const REQUIRED_CONTACT_COLUMNS = ["Name", "Email", "Message"] as const satisfies readonly ContactColumn[];
