import { sql } from "kysely";

/** 1.0.0 made keys of addresses in lower case, which are the same as today's within ASCII. */
export const isBeyondAscii = sql<boolean>`octet_length(email) <> length(email)`;
