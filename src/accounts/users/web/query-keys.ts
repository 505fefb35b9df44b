export const userKeys = {
  all: ["users"],
  lists: ["users", "list"],
  history: (id: string) => ["users", "history", id],
  list: (query: string) => ["users", "list", query],
  invitations: ["users", "invitations"],
  rules: ["users", "rules"],
  owners: ["users", "owners"],
  options: ["users", "options"],
};
