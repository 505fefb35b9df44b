import type { AdminContactMessage } from "#inquiries/contact/admin.ts";

export const contactKeys = {
  all: ["contacts"],
  lists: ["contacts", "list"],
  list: (query: string) => ["contacts", "list", query],
  record: (id: string) => ["contacts", "record", id],
  history: ({ _id, version }: AdminContactMessage) => ["contacts", "history", _id, version],
};
