import { inSentence } from "#platform/text.ts";
import { type Claim, isLeft } from "./claims.ts";
import type { Facts } from "./schema.ts";
import { WORDS_NAMES, wordSection } from "./words.ts";

export type Sample = {
  path: string;
  kind: string;
  label: string;
};

export function samplesIn({ company, figures, team, testimonials, pages, claims, promises }: Facts): Sample[] {
  const of = (claim: Claim, path: string, kind: string, label = kind) => (isLeft(claim) ? [{ path, kind, label }] : []);
  const { phone, email, address, contactPerson, areaServed } = company;
  return [
    ...Object.entries(figures).map(([key, { value, label, claim }]) =>
      of(claim, `figures.${key}`, "Figures", `${value} ${label}`),
    ),
    ...team.map(({ name, claim }, index) => of(claim, `team.${index}`, "Team", name)),
    ...testimonials.map(({ name, town, claim }, index) =>
      of(claim, `testimonials.${index}`, "Testimonials", `${name}, ${town}`),
    ),
    ...pages.map(({ title, claim }, index) => of(claim, `pages.${index}`, "Pages", title)),
    of(claims.phone, "company.phone", "Phone number", phone),
    of(claims.email, "company.email", "Email address", email),
    of(claims.address, "company.address", "Address", address.street),
    of(claims.contactPerson, "company.contactPerson", "Contact person", contactPerson),
    of(claims.areaServed, "company.areaServed", "Service area", areaServed),
    of(claims.place, "company.coordinates", "Place on the map"),
    of(claims.hours, "businessHours", "Hours", "Hours and time zone"),
    of(claims.offerWithin, "promises.offerWithin", "Promises", `Offer within ${promises.offerWithin}`),
    of(claims.closingIn, "promises.closingIn", "Promises", `Closing in ${promises.closingIn}`),
    ...WORDS_NAMES.map((name) => of(claims[name], `words.${name}`, "Words", wordSection(name).title)),
    ...TEXTS.map(([path, label]) => of(claims[path], path, "Texts", label)),
  ].flat();
}

const TEXTS = [
  ["story", "Our story"],
  ["values", "Our values"],
  ["questions", "Questions and answers"],
  ["privacy", "Privacy policy"],
  ["terms", "Terms of service"],
  ["accessibility", "Accessibility statement"],
  ["permissionWords", "Words of agreement"],
] as const;

const CONTACT = new Set(["company.phone", "company.email", "company.address"]);
const THIS_MACHINE = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Search engines must not list a site under a sample phone number, e-mail or address. */
export function isKeptFromSearch(facts: Facts, hostname: string): boolean {
  return !THIS_MACHINE.has(hostname) && samplesIn(facts).some(({ path }) => CONTACT.has(path));
}

export function sampleKinds(samples: readonly Sample[]): string {
  return [...new Set(samples.map(({ kind }) => inSentence(kind)))].join(", ");
}

export function sampleLines(samples: readonly Sample[]): string[] {
  const byKind = Map.groupBy(samples, ({ kind }) => kind);
  return [...byKind].map(([kind, some]) => `${kind}: ${some.map(({ label }) => label).join("; ")}`);
}
