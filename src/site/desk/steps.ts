import { type Claim, isLeft } from "#company/facts/claims.ts";
import type { Facts } from "#company/facts/schema.ts";
import { WORDS_NAMES, type WordSection, wordSection } from "#company/facts/words.ts";

export type Step = {
  id: string;
  title: string;
  section: string;
  left: string;
};

const SHIPPED_NAME = "Porchlight Home Buyers";

export function stepsOf({ company, claims, staffEmails, figures, team, testimonials, pages }: Facts): Step[] {
  const samplesOf = (items: { claim: Claim }[]) => items.filter(({ claim }) => isLeft(claim)).length;
  const texts = (known: [string, Claim][]) => names(known).join(", ");
  const wordsOf = (desk: WordSection["desk"]) =>
    texts(
      WORDS_NAMES.filter((name) => wordSection(name).desk === desk).map((name) => [
        wordSection(name).title.toLowerCase(),
        claims[name],
      ]),
    );
  return [
    {
      id: "name",
      title: "Name your company",
      section: "company",
      left: company.name === SHIPPED_NAME ? "the sample name" : "",
    },
    {
      id: "contact",
      title: "Say how people reach you",
      section: "company",
      left: texts([
        ["phone number", claims.phone],
        ["e-mail address", claims.email],
        ["address", claims.address],
      ]),
    },
    {
      id: "place",
      title: "Say who and where you are",
      section: "company",
      left: texts([
        ["contact person", claims.contactPerson],
        ["service area", claims.areaServed],
        ["place on the map", claims.place],
      ]),
    },
    { id: "hours", title: "Set your hours", section: "hours", left: texts([["hours and time zone", claims.hours]]) },
    {
      id: "notifications",
      title: "Choose who is notified of bookings",
      section: "notifications",
      left: staffEmails.every((email) => email.endsWith(".example")) ? "an address of your own" : "",
    },
    {
      id: "figures",
      title: "Check your figures",
      section: "figures",
      left: sampleCount(samplesOf(Object.values(figures)), "figure", "figures"),
    },
    {
      id: "promises",
      title: "Say what you promise",
      section: "figures",
      left: texts([
        ["time to an offer", claims.offerWithin],
        ["time to the closing", claims.closingIn],
      ]),
    },
    { id: "home", title: "Make the home page yours", section: "home", left: wordsOf("home") },
    { id: "texts", title: "Make the other pages yours", section: "texts", left: wordsOf("texts") },
    { id: "mails", title: "Make e-mails and offers yours", section: "mails", left: wordsOf("mails") },
    {
      id: "people",
      title: "Introduce your people",
      section: "people",
      left: sampleCount(samplesOf(team), "person", "people"),
    },
    {
      id: "letters",
      title: "Print real letters, or none",
      section: "letters",
      left: sampleCount(samplesOf(testimonials), "letter", "letters"),
    },
    {
      id: "story",
      title: "Tell your story",
      section: "story",
      left: texts([
        ["story", claims.story],
        ["values", claims.values],
      ]),
    },
    {
      id: "questions",
      title: "Answer what people ask",
      section: "questions",
      left: texts([["questions and answers", claims.questions]]),
    },
    {
      id: "pages",
      title: "Read the pages that you show",
      section: "pages",
      left: sampleCount(samplesOf(pages), "page", "pages"),
    },
    {
      id: "legal",
      title: "Have the legal texts confirmed",
      section: "legal",
      left: texts([
        ["privacy policy", claims.privacy],
        ["terms", claims.terms],
        ["words of agreement", claims.permissionWords],
        ["accessibility statement", claims.accessibility],
      ]),
    },
  ];
}

function names(known: [string, Claim][]): string[] {
  return known.filter(([, claim]) => isLeft(claim)).map(([name]) => name);
}

function sampleCount(count: number, one: string, many: string): string {
  return count === 0 ? "" : `${count} sample ${count === 1 ? one : many}`;
}
