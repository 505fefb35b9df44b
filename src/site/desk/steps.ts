import { type Claim, isLeft } from "#company/facts/claims.ts";
import { claimName } from "#company/facts/form/labels.ts";
import type { SectionId } from "#company/facts/form/sections.ts";
import type { ClaimName } from "#company/facts/parts/claimed.ts";
import type { Facts } from "#company/facts/schema.ts";
import type { WordSection } from "#company/facts/words/sections.ts";
import { WORDS_NAMES, wordSection } from "#company/facts/words.ts";
import { inSentence } from "#platform/text.ts";

export type Step = {
  id: string;
  title: string;
  section: SectionId;
  left: string;
};

const SHIPPED_NAME = "Porchlight Home Buyers";

export function stepsOf({ company, claims, staffEmails, figures, team, testimonials, pages }: Facts): Step[] {
  const step = (id: string, title: string, section: SectionId, left: string): Step => ({ id, title, section, left });
  const claimed = (...names: ClaimName[]) =>
    names
      .filter((name) => isLeft(claims[name]))
      .map((name) => inSentence(claimName(name)))
      .join(", ");
  const wordsOf = (desk: WordSection["desk"]) =>
    claimed(...WORDS_NAMES.filter((name) => wordSection(name).desk === desk));
  const samples = (items: { claim: Claim }[], one: string, many: string) => {
    const count = items.filter(({ claim }) => isLeft(claim)).length;
    return count === 0 ? "" : `${count} sample ${count === 1 ? one : many}`;
  };
  const nobodyHears = staffEmails.every((email) => email.endsWith(".example"));
  return [
    step("name", "Name your company", "company", company.name === SHIPPED_NAME ? "the sample name" : ""),
    step("contact", "Say how people reach you", "company", claimed("phone", "email", "address")),
    step("place", "Say who and where you are", "company", claimed("contactPerson", "areaServed", "place")),
    step("hours", "Set your hours", "hours", claimed("hours")),
    step(
      "notifications",
      "Choose who is notified of bookings",
      "notifications",
      nobodyHears ? "an address of your own" : "",
    ),
    step("figures", "Check your figures", "figures", samples(Object.values(figures), "figure", "figures")),
    step("promises", "Say what you promise", "figures", claimed("offerWithin", "closingIn")),
    step("home", "Make the home page yours", "home", wordsOf("home")),
    step("texts", "Make the other pages yours", "texts", wordsOf("texts")),
    step("mails", "Make e-mails and offers yours", "mails", wordsOf("mails")),
    step("people", "Introduce your people", "people", samples(team, "person", "people")),
    step("letters", "Print real letters, or none", "letters", samples(testimonials, "letter", "letters")),
    step("story", "Tell your story", "story", claimed("story", "values")),
    step("questions", "Answer what people ask", "questions", claimed("questions")),
    step("pages", "Read the pages that you show", "pages", samples(pages, "page", "pages")),
    step(
      "legal",
      "Have the legal texts confirmed",
      "legal",
      claimed("privacy", "terms", "permissionWords", "accessibility"),
    ),
  ];
}
