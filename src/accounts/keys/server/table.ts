import type { Selectable } from "kysely";
import type { Key, KeyScope } from "#accounts/keys/key.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    api_keys: KeysTable;
  }
}

/** There is no foreign key, because backups hold keys: a key without its maker does not work. */
export type KeysTable = {
  id: string;
  /** The name is unique for good, whatever its case, because the audit log names keys. */
  name: string;
  scope: KeyScope;
  hash: string;
  last_four: string;
  made_by: string;
  created_at: string;
  ends_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
};

export type KeyRow = Selectable<KeysTable>;

export type Maker = { email: string; isActiveAdmin: boolean; isFactorDue: boolean };

export function toKey(row: KeyRow, maker: Maker | undefined, now: Date): Key {
  return {
    _id: row.id,
    name: row.name,
    scope: row.scope,
    lastFour: row.last_four,
    state: stateOf(row, maker, now),
    madeBy: maker?.email ?? null,
    createdAt: row.created_at,
    endsAt: row.ends_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}

function stateOf(row: KeyRow, maker: Maker | undefined, now: Date): Key["state"] {
  if (row.revoked_at !== null) return "revoked";
  if (row.ends_at <= now.toISOString()) return "ended";
  if (!maker?.isActiveAdmin) return "orphaned";
  return maker.isFactorDue ? "paused" : "live";
}
