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
  /** SHA-256 of the token in the verification link, which is not stored. */
  token_hash: string;
  /** As PersonKeys name people. The only part about the person that an answered request keeps. */
  person_key: string;
  /** Null once the request is answered or the person erased, as are the next two. */
  email: string | null;
  /** Equal for all spellings of one address. */
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

/** Throws for a request that is not verified: it is no task. */
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
