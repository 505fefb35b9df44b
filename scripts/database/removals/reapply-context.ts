import type { RemovalKind } from "#delivery/removals/removal.ts";
import type { Database } from "#platform/server/database/database.ts";

export type ReapplyContext = {
  database: Database;
  subjectsOf: (kind: RemovalKind) => ReadonlySet<string>;
  dataDir: string;
  now: Date;
};

export type Applied = Partial<Record<RemovalKind, number>>;

export const RESTORE = "restore";
