import type { Kysely } from "kysely";

/** Each module adds its tables where it declares their columns. */
export interface Tables {
  /** Kysely's. */
  kysely_migration: { name: string; timestamp: string };
}

/** Of the database or of a transaction. */
export type Db = Kysely<Tables>;
