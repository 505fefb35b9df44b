import type { PlaceholderValue, PlaceholderValues } from "#company/facts/placeholders.ts";
import type { Facts } from "#company/facts/schema.ts";
import { listed, shownAddress, shownEmail, shownPhone } from "#company/shell/shown.ts";
import { wordValues } from "#company/shell/words.ts";
import { storedFactsOf } from "#inquiries/bookings/facts.ts";
import { US_STATES } from "#inquiries/bookings/us-states.ts";

/** Hidden facts are left out. */
export function placeholderValues(facts: Facts): PlaceholderValues {
  const { company, permissionYears, privacyRequestDays } = facts;
  const values = wordValues(facts);
  const [phone, email, place] = [shownPhone(facts), shownEmail(facts), shownAddress(facts)];
  const address = place && { text: place.line, isSample: place.isSample };
  return {
    ...values,
    contact: joined([phone, email, address].filter((way) => way !== undefined)),
    retention: retention(facts),
    permissionYears: `${counted(permissionYears, "year")} after your last agreement or stop`,
    requestDays: counted(privacyRequestDays, "day"),
    state: nameOfState(company.address.state),
    personDetails: listed(storedFactsOf("person"), " and "),
    propertyDetails: listed(storedFactsOf("property"), ", and "),
  };
}

/** As in "The law of the District of Columbia applies". */
function nameOfState(code: string): string {
  const name = (US_STATES as Record<string, string>)[code] ?? code;
  return /^(District|Northern|U\.S\.)/.test(name) ? `the ${name}` : name;
}

/** Semicolons separate the items, because an address has commas of its own. */
function joined(ways: readonly PlaceholderValue[]): PlaceholderValue[] {
  const joints = ways.length > 2 ? ["; ", "; or "] : ["", " or "];
  return ways.flatMap((way, index) => (index === 0 ? way : [joints[index === ways.length - 1 ? 1 : 0] ?? "", way]));
}

function retention({ eraseLeadsAfterDays }: Facts): string {
  if (eraseLeadsAfterDays === null)
    return "as long as you are in touch, and then until you ask to delete them. A person does the deleting, so please ask if it matters to you.";
  return `until ${counted(eraseLeadsAfterDays, "day")} after they came, or after the meeting; then they are deleted by themselves. If this time is shortened, the shorter one holds from a week later on.`;
}

function counted(count: number, unit: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? unit : `${unit}s`}`;
}
