// Whatever the site claims is a sample, confirmed by a person, or hidden.
import * as z from "zod/mini";
import { lineSchema } from "#platform/text.ts";
import { FACT_LIMITS } from "./limits.ts";

export const CLAIM_STATES = ["sample", "confirmed", "hidden"] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

/** Who confirmed what stood in the file of the first start. */
export const CONFIG_FILE = "site.config.ts";

export const claimSchema = z.object({
  state: z.enum(CLAIM_STATES, "Please choose sample, confirmed or hidden"),
  /** Where it comes from: "our books, January to June". */
  source: lineSchema(FACT_LIMITS.source),
  /** The e-mail of an account, or "site.config.ts". The server sets both. */
  confirmedBy: z.string("Must be text").check(z.maxLength(FACT_LIMITS.line * 3)),
  /** ISO instant; empty for a sample. */
  confirmedAt: z.string("Must be text").check(z.maxLength(30)),
});

export type Claim = z.infer<typeof claimSchema>;

export const SAMPLE: Claim = { state: "sample", source: "", confirmedBy: "", confirmedAt: "" };

export function isSample({ state }: Pick<Claim, "state">): boolean {
  return state === "sample";
}

export function isShown({ state }: Pick<Claim, "state">): boolean {
  return state !== "hidden";
}

export function isConfirmed({ state }: Pick<Claim, "state">): boolean {
  return state === "confirmed";
}

/** What the file of the first start confirms needs neither source nor permission: it could not say them. */
export function isConfirmedByPerson({ state, confirmedBy }: Claim): boolean {
  return state === "confirmed" && confirmedBy !== CONFIG_FILE;
}
