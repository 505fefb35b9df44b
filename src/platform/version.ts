import * as z from "zod/mini";

const MAX_VERSION = 2_147_483_647;

/** A change sends back the version it is based on. */
export const versionSchema = z.optional(z.int("Must be a whole number").check(z.gte(1), z.lte(MAX_VERSION)));

export const CHANGED_MEANWHILE = "Someone else has changed this. Please check its current state and try again.";
