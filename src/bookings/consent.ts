// The words a visitor agrees to. A version is never edited: a change of wording is a new version, so that what somebody
// agreed to years ago can still be shown. For the owner's lawyer to confirm.
import { company } from "#site";

export const CONSENT_LABEL = "I agree to be contacted about my property";

const CONSENT_TEXTS: Readonly<Record<string, string>> = {
  "2026-11":
    `By ticking this box I ask ${company.name} to call or e-mail me about my property and this meeting, using the details above. ` +
    "A person will contact me. Agreeing is not a condition of selling. See Privacy Policy and Terms.",
};

export const CONSENT_VERSION = "2026-11";

/** The text beside the box; undefined for a version that never was. */
export function findConsentText(version: string): string | undefined {
  return Object.hasOwn(CONSENT_TEXTS, version) ? CONSENT_TEXTS[version] : undefined;
}

/** The version a stored consent is of; undefined where the words were never ours. */
export function findConsentVersion(record: string): string | undefined {
  return Object.keys(CONSENT_TEXTS).find((version) => findConsentRecord(version) === record);
}

/** What is stored as agreed to: the label and the text under it. */
export function findConsentRecord(version: string): string | undefined {
  const text = findConsentText(version);
  return text && `${CONSENT_LABEL}. ${text}`;
}
