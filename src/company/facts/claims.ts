// Whatever the site claims is a sample, confirmed by a person, or hidden.

export const CLAIM_STATES = ["sample", "confirmed", "hidden"] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

/** Who published and confirmed what a site of 1.0.0 had in its file. */
export const SITE_CONFIG = "site.config.ts";

/** Without a schema, which scripts of pages would load with it. */
export type Claim = {
  state: ClaimState;
  /** Where it comes from: "our books, January to June". */
  source: string;
  /** The e-mail of an account, or the file of the first start. The server sets both. */
  confirmedBy: string;
  /** ISO instant; empty for a sample. */
  confirmedAt: string;
};

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

/** What the file of a 1.0.0 site confirms needs neither source nor permission: it could not say them. */
export function isConfirmedByPerson({ state, confirmedBy }: Claim): boolean {
  return state === "confirmed" && confirmedBy !== SITE_CONFIG;
}
