// Makes the table of ZIP codes and that of their places from lib/codes.js of the npm package zipcodes. Both are committed: the package is large.
// npm install --prefix FOLDER --ignore-scripts zipcodes@8.0.0
// node scripts/with-runtime.mjs scripts/server/zip-codes.ts FOLDER/node_modules/zipcodes/lib/codes.js
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { BASE, COLUMNS, FIRST_DIGIT, PLACES, ROWS, STEP } from "#inquiries/bookings/server/zip-codes/find-place.ts";
import { TABLE } from "#inquiries/bookings/server/zip-codes/find-town.ts";

type Entry = { zip: string; city: string; state: string; country: string; latitude: number; longitude: number };

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

/** A line for each beginning of three digits: the frame of its places, then the cell of each code in it, as find-place.ts reads them. */
function placesOf(entries: readonly Entry[]): string {
  return Array.from(
    Map.groupBy(entries, ({ zip }) => zip.slice(0, 3)),
    ([start, its]) => {
      const [south, north] = frameOf(its.map(({ latitude }) => latitude + 90));
      const [west, east] = frameOf(its.map(({ longitude }) => longitude + 180));
      const frame = [south, north - south, west, east - west].map(toDigits).join("");
      const cells = its.map(({ latitude, longitude }) => {
        const row = cellOf(latitude + 90, south, north, ROWS);
        return toDigit(row * COLUMNS + cellOf(longitude + 180, west, east, COLUMNS));
      });
      return start + frame + cells.join("");
    },
  ).join("\n");
}

/** A few codes of the package lie far away from their neighbors: they do not widen the frame. */
function frameOf(degrees: number[]): [from: number, to: number] {
  const sorted = degrees.filter((value) => value % 90 !== 0).sort((one, other) => one - other);
  const at = (part: number) => (sorted[Math.round(part * (sorted.length - 1))] ?? 0) / STEP;
  const from = Math.floor(at(0.03));
  return [from, Math.max(from + 1, Math.ceil(at(0.97)))];
}

function cellOf(degrees: number, from: number, to: number, cells: number): number {
  const cell = Math.floor(((degrees / STEP - from) / (to - from)) * cells);
  return Math.min(cells - 1, Math.max(0, cell));
}

function toDigits(value: number): string {
  return toDigit(Math.floor(value / BASE)) + toDigit(value % BASE);
}

function toDigit(value: number): string {
  return String.fromCharCode(FIRST_DIGIT + value);
}

const kept = Object.values(codes)
  .filter(({ country, state, city }) => country === "US" && !LEFT_OUT.includes(state) && CITY.test(city))
  .sort((one, other) => Number(one.zip) - Number(other.zip));
writeFileSync(TABLE, `${tableOf(kept)}\n`);
writeFileSync(PLACES, `${placesOf(kept)}\n`);
console.log(`${kept.length} ZIP codes are in ${TABLE.pathname}`);
