import type { Kysely } from "kysely";

export interface Tables {
  kysely_migration: { name: string; timestamp: string };
}

export type Db = Kysely<Tables>;
