import { storedFactsOf } from "#bookings/facts.ts";
import { US_STATES } from "#bookings/us-states.ts";
import { company } from "#company/facts.ts";
import type { PlaceholderValues } from "#company/placeholders.ts";
import { phoneHref } from "#platform/phone.ts";

/** What the placeholders in the owner's texts stand for. */
export function placeholderValues(): PlaceholderValues {
  const { name, shortName, phone, email, address, areaServed, contactPerson } = company;
  return {
    name,
    shortName,
    phone: { text: phone, href: phoneHref(phone) },
    email: { text: email, href: `mailto:${email}` },
    address: `${address.street}, ${address.city}, ${address.state} ${address.zipCode}`,
    areaServed,
    contactPerson,
    // The list is without the District of Columbia and the territories.
    state: (US_STATES as Record<string, string>)[address.state] ?? address.state,
    personDetails: listed(storedFactsOf("person"), " and "),
    propertyDetails: listed(storedFactsOf("property"), ", and "),
  };
}

function listed(items: readonly string[], lastJoint: string): string {
  return `${items.slice(0, -1).join(", ")}${lastJoint}${items.at(-1)}`;
}
