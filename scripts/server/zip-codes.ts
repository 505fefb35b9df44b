// Makes the table of ZIP codes from lib/codes.js of the npm package zipcodes. The table is committed: the package is large.
// npm install --prefix FOLDER --ignore-scripts zipcodes@8.0.0
// node scripts/with-runtime.mjs scripts/server/zip-codes.ts FOLDER/node_modules/zipcodes/lib/codes.js
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { TABLE } from "#inquiries/bookings/server/zip-codes/find-town.ts";

type Entry = { zip: string; city: string; state: string; country: string };

/** No house is sold in military post and in states of their own: Palau, the Marshall Islands and Micronesia. */
const LEFT_OUT = ["AA", "AE", "AP", "FM", "MH", "PW"];
/** The table has no room for digits in names, which only single firms have. */
const CITY = /^[A-Z][A-Za-z .'-]+$/;

const [file = ""] = process.argv.slice(2);
const { codes }: { codes: Record<string, Entry> } = await import(pathToFileURL(resolve(file)).href);

/** A line for each beginning of three digits and state: "606IL", then the last digits of each city's codes and its name. */
function tableOf(entries: readonly Entry[]): string {
  const lines = Map.groupBy(entries, ({ zip, state }) => zip.slice(0, 3) + state);
  return Array.from(lines, ([start, inLine]) => {
    const cities = Map.groupBy(inLine, ({ city }) => city);
    return start + Array.from(cities, ([city, its]) => its.map(({ zip }) => zip.slice(3)).join("") + city).join("");
  }).join("\n");
}

const kept = Object.values(codes)
  .filter(({ country, state, city }) => country === "US" && !LEFT_OUT.includes(state) && CITY.test(city))
  .sort((one, other) => Number(one.zip) - Number(other.zip));
writeFileSync(TABLE, `${tableOf(kept)}\n`);
console.log(`${kept.length} ZIP codes are in ${TABLE.pathname}`);
