import * as z from "zod/mini";

const MAX_VERSION = 2_147_483_647;

/** Rises with every change of a record. Sent back with a change, it says which state the sender has seen. */
export const versionSchema = z.optional(z.int("Must be a whole number").check(z.gte(1), z.lte(MAX_VERSION)));

export const CHANGED_MEANWHILE =
  "Somebody else changed this meanwhile. Please look at the present state and try again.";
