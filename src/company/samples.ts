// Shipped content that the owner has not replaced or confirmed yet.
import type { Facts } from "./schema.ts";

export type Sample = {
  /** Where it stands in the facts: "figures.homesPurchased", "team.0". */
  path: string;
  kind: string;
  /** "500+ homes purchased". */
  label: string;
};

/** The phone numbers from 555-0100 to 555-0199 belong to nobody, and the domain .example to no one either. */
const SHIPPED_PHONE = "(555) 010-0199";
const SHIPPED_STREET = "214 Maple Street";

export function samplesIn({ company, figures, team, testimonials }: Facts): Sample[] {
  const { phone, email, address } = company;
  const claims = [
    ...Object.entries(figures).map(([key, { value, label, confirmed }]) => ({
      path: `figures.${key}`,
      kind: "Figures",
      label: `${value} ${label}`,
      confirmed,
    })),
    ...team.map(({ name, confirmed }, index) => ({ path: `team.${index}`, kind: "Team", label: name, confirmed })),
    ...testimonials.map(({ name, town, confirmed }, index) => ({
      path: `testimonials.${index}`,
      kind: "Testimonials",
      label: `${name}, ${town}`,
      confirmed,
    })),
    { path: "company.phone", kind: "Phone number", label: phone, confirmed: phone !== SHIPPED_PHONE },
    { path: "company.email", kind: "E-mail address", label: email, confirmed: !email.endsWith(".example") },
    { path: "company.address", kind: "Address", label: address.street, confirmed: address.street !== SHIPPED_STREET },
  ];
  return claims.filter(({ confirmed }) => !confirmed).map(({ path, kind, label }) => ({ path, kind, label }));
}

const THIS_MACHINE = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Search engines must not list a site under a phone number, e-mail or address that is nobody's. */
export function isKeptFromSearch(facts: Facts, hostname: string): boolean {
  return !THIS_MACHINE.has(hostname) && samplesIn(facts).some(({ path }) => path.startsWith("company."));
}

/** One line for each kind: "Team: Dana Whitfield; Elena Ruiz". */
export function sampleLines(samples: readonly Sample[]): string[] {
  const byKind = Map.groupBy(samples, ({ kind }) => kind);
  return [...byKind].map(([kind, some]) => `${kind}: ${some.map(({ label }) => label).join("; ")}`);
}
