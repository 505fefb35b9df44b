// The owner publishes the words in versions; the labels and the closing sentence belong to the forms.
import type { Facts } from "#company/facts/schema.ts";
import PERMISSION_WORDS from "#company/facts/shipped/permission-words.json" with { type: "json" };

export type Agreement = "booking" | "text" | "message" | "callBack";

export type Shown = { name: string; words: Facts["permissionWords"] };

type Form = {
  /** A message and a request for a call have no box and therefore no label. */
  label?: string;
  closing: string;
};

const LEGAL_PAGES = "See Privacy Policy and Terms.";

export const AGREEMENTS: Record<Agreement, Form> = {
  booking: {
    label: "I agree to be contacted about my property",
    closing: LEGAL_PAGES,
  },
  text: {
    label: "Text me about my property and this meeting (optional)",
    closing: LEGAL_PAGES,
  },
  message: { closing: "See the Privacy Policy." },
  callBack: { closing: "See the Privacy Policy." },
};

export function shownNow({ company, permissionWords }: Facts): Shown {
  return { name: company.name, words: permissionWords };
}

export function wordsOf(agreement: Agreement, { name, words }: Shown): string {
  return words[agreement].replaceAll("{name}", () => name);
}

export function recordOf(agreement: Agreement, shown: Shown): string {
  const { label, closing } = AGREEMENTS[agreement];
  return [...(label ? [`${label}.`] : []), wordsOf(agreement, shown), closing].join(" ");
}

/** The result is undefined if the text matches no version. */
export function findVersionOf({ permissionWords }: Facts, record: string): string | undefined {
  return [permissionWords, PERMISSION_WORDS].find((words) => {
    const parts = recordOf("booking", { name: NAME, words }).split(NAME);
    const [first = "", last = ""] = [parts[0], parts.at(-1)];
    return parts.length === 1
      ? record === first
      : record.length > first.length + last.length && record.startsWith(first) && record.endsWith(last);
  })?.version;
}

/** No name of a company can contain it. */
const NAME = "\n";
