/**
 * unconfirmed: a text of ours that a site already showed when it became a fact. Visitors see no mark, the desk asks for it. Only
 * an upgrade sets it.
 */
export const CLAIM_STATES = ["sample", "unconfirmed", "confirmed", "hidden"] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

export const CLAIM_STATE_LABELS: Record<ClaimState, string> = {
  sample: "Sample",
  unconfirmed: "Not yet confirmed",
  confirmed: "Confirmed",
  hidden: "Hidden",
};

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

/** The owner has neither confirmed nor hidden it yet. */
export function isLeft({ state }: Pick<Claim, "state">): boolean {
  return state === "sample" || state === "unconfirmed";
}

/** Visitors see a mark. */
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
