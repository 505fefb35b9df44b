export const userKeys = {
  all: ["users"],
  lists: ["users", "list"],
  list: (query: string) => ["users", "list", query],
};
