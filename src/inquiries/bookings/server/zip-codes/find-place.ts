import { readFileSync } from "node:fs";
import { codesFrom } from "./find-town.ts";

/** scripts/server/zip-codes.ts makes it. The codes of a line are those of the other table, in the order of their digits. */
export const PLACES = new URL("./zip-places.txt", import.meta.url);

/** Numbers are written with printable characters, two for those of a frame: in steps of so many degrees. */
export const STEP = 0.05;
export const BASE = 90;
export const FIRST_DIGIT = 35;
export const ROWS = 9;
export const COLUMNS = 10;

export type Place = { latitude: number; longitude: number };

/** The middle of a cell, which is some ten kilometers wide, and more in Alaska. */
export function findPlace(zipCode: string): Place | undefined {
  const start = zipCode.slice(0, 3);
  const index = codesFrom(start).indexOf(zipCode.slice(3));
  const line = readFileSync(PLACES, "utf8")
    .split("\n")
    .find((each) => each.startsWith(start));
  if (index < 0 || !line) return undefined;
  const digit = (at: number) => line.charCodeAt(at) - FIRST_DIGIT;
  const [south = 0, height = 0, west = 0, width = 0] = [3, 5, 7, 9].map((at) => digit(at) * BASE + digit(at + 1));
  const cell = digit(11 + index);
  const row = Math.floor(cell / COLUMNS);
  return {
    latitude: rounded((south + ((row + 0.5) / ROWS) * height) * STEP - 90),
    longitude: rounded((west + (((cell % COLUMNS) + 0.5) / COLUMNS) * width) * STEP - 180),
  };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1_000) / 1_000;
}
