export const auditLogKeys = {
  all: ["audit-log"],
  list: (query: string) => ["audit-log", "list", query],
};
