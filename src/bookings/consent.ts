// Published versions are never edited: new wording is a new version, so that the text a person agreed to can always be shown.
// The owner's lawyer has to confirm the wording.
import { company } from "#company/facts.ts";

export const CONSENT_LABEL = "I agree to be contacted about my property";

const consentTexts = (name: string): Readonly<Record<string, string>> => ({
  "2026-11":
    `By ticking this box I ask ${name} to call or e-mail me about my property and this meeting, using the details above. ` +
    "A person will contact me. Agreeing is not a condition of selling. See Privacy Policy and Terms.",
});

export const CONSENT_VERSION = "2026-11";

export function findConsentText(version: string, name = company.name): string | undefined {
  const texts = consentTexts(name);
  return Object.hasOwn(texts, version) ? texts[version] : undefined;
}

/** Undefined if the stored text is none of ours. It names the company as it was called then. */
export function findConsentVersion(record: string): string | undefined {
  return Object.keys(consentTexts("")).find((version) => {
    const [before = "", after = ""] = findConsentRecord(version, NAME)?.split(NAME) ?? [];
    return record.length > before.length + after.length && record.startsWith(before) && record.endsWith(after);
  });
}

/** No name of a company can contain it. */
const NAME = "\n";

/** The stored text: the label and the text under it. */
export function findConsentRecord(version: string, name = company.name): string | undefined {
  const text = findConsentText(version, name);
  return text && `${CONSENT_LABEL}. ${text}`;
}
