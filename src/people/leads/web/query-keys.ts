export const leadKeys = {
  all: ["leads"],
  log: (leadId: string) => ["leads", "log", leadId],
  found: (search: string) => ["leads", "found", search],
  notes: (leadId: string) => ["leads", "notes", leadId],
};
