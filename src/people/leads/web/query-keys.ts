export const leadKeys = {
  all: ["leads"],
  tries: (leadId: string) => ["leads", "tries", leadId],
  found: (search: string) => ["leads", "found", search],
  notes: (leadId: string) => ["leads", "notes", leadId],
};
