import { type Claim, isLeft } from "./claims.ts";
import type { Facts } from "./schema.ts";
import { WORDS_NAMES, wordSection } from "./words.ts";

export type Sample = {
  path: string;
  kind: string;
  label: string;
};

export function samplesIn(facts: Facts): Sample[] {
  return claimsIn(facts)
    .filter(({ claim }) => isLeft(claim))
    .map(({ path, kind, label }) => ({ path, kind, label }));
}

function claimsIn({
  company,
  figures,
  team,
  testimonials,
  pages,
  claims,
  promises,
}: Facts): (Sample & { claim: Claim })[] {
  const { phone, email, address } = company;
  return [
    ...Object.entries(figures).map(([key, { value, label, claim }]) => ({
      path: `figures.${key}`,
      kind: "Figures",
      label: `${value} ${label}`,
      claim,
    })),
    ...team.map(({ name, claim }, index) => ({ path: `team.${index}`, kind: "Team", label: name, claim })),
    ...testimonials.map(({ name, town, claim }, index) => ({
      path: `testimonials.${index}`,
      kind: "Testimonials",
      label: `${name}, ${town}`,
      claim,
    })),
    ...pages.map(({ title, claim }, index) => ({ path: `pages.${index}`, kind: "Pages", label: title, claim })),
    { path: "company.phone", kind: "Phone number", label: phone, claim: claims.phone },
    { path: "company.email", kind: "E-mail address", label: email, claim: claims.email },
    { path: "company.address", kind: "Address", label: address.street, claim: claims.address },
    {
      path: "company.contactPerson",
      kind: "Contact person",
      label: company.contactPerson,
      claim: claims.contactPerson,
    },
    { path: "company.areaServed", kind: "Service area", label: company.areaServed, claim: claims.areaServed },
    { path: "company.coordinates", kind: "Place on the map", label: "Place on the map", claim: claims.place },
    { path: "businessHours", kind: "Hours", label: "Hours and time zone", claim: claims.hours },
    {
      path: "promises.offerWithin",
      kind: "Promises",
      label: `Offer within ${promises.offerWithin}`,
      claim: claims.offerWithin,
    },
    {
      path: "promises.closingIn",
      kind: "Promises",
      label: `Closing in ${promises.closingIn}`,
      claim: claims.closingIn,
    },
    ...WORDS_NAMES.map((name) => ({
      path: `words.${name}`,
      kind: "Words",
      label: wordSection(name).title,
      claim: claims[name],
    })),
    ...TEXTS.map(([path, label]) => ({ path, kind: "Texts", label, claim: claims[path] })),
  ];
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
  return [...new Set(samples.map(({ kind }) => kind.toLowerCase()))].join(", ");
}

export function sampleLines(samples: readonly Sample[]): string[] {
  const byKind = Map.groupBy(samples, ({ kind }) => kind);
  return [...byKind].map(([kind, some]) => `${kind}: ${some.map(({ label }) => label).join("; ")}`);
}
