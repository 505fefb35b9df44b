import type { PrivacyTask } from "#deals/privacy/admin.ts";
import type { RequestKind } from "#deals/privacy/privacy-request.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    privacy_requests: PrivacyRequestsTable;
  }
}

export type PrivacyRequestsTable = {
  id: string;
  kind: RequestKind;
  /** The verification link's token is stored only as this SHA-256 hash. */
  token_hash: string;
  /** The key from PersonKeys. An answered request keeps nothing else about the person. */
  person_key: string;
  /** Null once the request is answered or the person is erased, like the next two columns. */
  email: string | null;
  /** All spellings of an address have the same key. */
  email_key: string | null;
  words: string | null;
  created_at: string;
  /** Null until the address is verified. */
  confirmed_at: string | null;
  /** yyyy-MM-dd on the company's calendar. */
  due_day: string | null;
  done_at: string | null;
  done_by: string | null;
  how: string | null;
};

/** Throws for a request that is not verified. */
export function toTask(row: PrivacyRequestsTable): PrivacyTask {
  const { id, kind, email, words, confirmed_at, due_day, done_at, done_by, how } = row;
  if (confirmed_at === null || due_day === null) throw new Error("The request is not verified.");
  return {
    _id: id,
    kind,
    email: email ?? undefined,
    words: words ?? undefined,
    confirmedAt: confirmed_at,
    dueDay: due_day,
    done: done_at === null ? undefined : { at: done_at, by: done_by ?? "", how: how ?? "" },
  };
}
