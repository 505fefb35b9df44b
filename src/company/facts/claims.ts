export const CLAIM_STATES = ["sample", "confirmed", "hidden"] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

export const SITE_CONFIG = "site.config.ts";

/** The type has no schema, because scripts of pages would load with it. */
export type Claim = {
  state: ClaimState;
  source: string;
  /** The server sets the account's e-mail, or the file of the first start. */
  confirmedBy: string;
  /** An ISO instant; empty for a sample. */
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

/** A claim from the file of a 1.0.0 site needs neither source nor permission: the file has no place for them. */
export function isConfirmedByPerson({ state, confirmedBy }: Claim): boolean {
  return state === "confirmed" && confirmedBy !== SITE_CONFIG;
}
