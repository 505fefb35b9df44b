import type { AdminContact } from "#contact/admin.ts";

export const contactKeys = {
  all: ["contacts"],
  lists: ["contacts", "list"],
  list: (query: string) => ["contacts", "list", query],
  history: ({ _id, version }: AdminContact) => ["contacts", "history", _id, version],
};
