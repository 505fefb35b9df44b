import { leadKeys } from "#people/leads/web/query-keys.ts";

export const followUpKeys = {
  list: (query: string) => [...leadKeys.all, "list", query],
  boards: [...leadKeys.all, "board"],
  board: (mine: string) => [...leadKeys.all, "board", mine],
  record: (id: string) => [...leadKeys.all, "record", id],
  /** Depends on accounts, not on leads. */
  assignees: ["assignees"],
};
