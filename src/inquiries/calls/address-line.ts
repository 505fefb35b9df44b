// Splits an address as people say or paste it: "12 Elm St, Springfield, IL 62704".
import { US_STATES } from "#inquiries/bookings/us-states.ts";

export type AddressParts = { street: string; city: string; state: string; zipCode: string };

const ZIP = /[,\s]+(\d{5}(?:-\d{4})?)$/;
const COUNTRY = /[,\s]+(?:usa?|u\.s\.a?\.?|united states(?: of america)?)$/i;
const UNIT = /^(?:#|apt|apartment|unit|suite|ste|lot|floor|fl)\b|\d/i;
const BY_NAME = new Map(
  Object.entries(US_STATES).flatMap(([code, name]) => [
    [code.toLowerCase(), code],
    [name.toLowerCase(), code],
  ]),
);

/** Missing parts are "". Without a comma only a ZIP code is split off: "12 Elm Ct" is not in Connecticut. */
export function splitAddress(line: string): AddressParts {
  let rest = line
    .trim()
    .replace(COUNTRY, "")
    .replace(/[,\s]+$/, "");
  const zipCode = ZIP.exec(rest)?.[1] ?? "";
  rest = rest.replace(ZIP, "");
  const comma = rest.indexOf(",");
  if (comma === -1) return { street: rest, city: "", state: "", zipCode };
  const found = stateAtEnd(rest.slice(comma));
  rest = rest.slice(0, rest.length - found.length).replace(/[,\s]+$/, "");
  const last = rest.lastIndexOf(",");
  const city = last === -1 ? "" : rest.slice(last + 1).trim();
  if (city === "" || UNIT.test(city)) return { street: rest, city: "", state: found.state, zipCode };
  return { street: rest.slice(0, last).trim(), city, state: found.state, zipCode };
}

/** The state is "" if the text does not end with one. `length` counts the characters that name it. */
function stateAtEnd(text: string): { state: string; length: number } {
  const words = text.split(/[,\s]+/).filter(Boolean);
  for (const count of [2, 1]) {
    const name = words.slice(-count).join(" ");
    const state = words.length >= count ? BY_NAME.get(name.toLowerCase().replaceAll(".", "")) : undefined;
    if (state) return { state, length: text.length - text.lastIndexOf(words.at(-count) ?? "") };
  }
  return { state: "", length: 0 };
}
