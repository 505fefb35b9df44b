import * as z from "zod/mini";
import { AppError } from "./errors.ts";

const MAX_VERSION = 2_147_483_647;

export const versionSchema = z.optional(z.int("Must be a whole number").check(z.gte(1), z.lte(MAX_VERSION)));

export const CHANGED_MEANWHILE = "Someone else has changed this. Please check its current state and try again.";

/** A refused change carries the present record under this key. `show` adds fields that the operation does not read. */
export async function showingPresent<Result, Present>(
  change: Promise<Result>,
  key: string,
  show: (present: Present) => Promise<Present>,
): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    const present = error instanceof AppError && error.code === "changed_meanwhile" && error.details.body?.[key];
    if (!present) throw error;
    const body = { [key]: await show(present as Present) };
    throw new AppError("changed_meanwhile", error.message, { body });
  }
}
