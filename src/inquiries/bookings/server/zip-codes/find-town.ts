import { readFileSync } from "node:fs";
import type { Town } from "#inquiries/bookings/booking.ts";

/** scripts/server/zip-codes.ts makes it and describes its lines. */
export const TABLE = new URL("./zip-codes.txt", import.meta.url);

let table: Map<string, string[]> | undefined;

/** `zipCode` has five digits. */
export function findTown(zipCode: string): Town | undefined {
  const lastDigits = zipCode.slice(3);
  for (const line of linesOf(zipCode.slice(0, 3)))
    for (const [, codes = "", city = ""] of line.slice(5).matchAll(/(\d+)(\D+)/g))
      if (codes.match(/../g)?.includes(lastDigits)) return { city, state: line.slice(3, 5) };
  return undefined;
}

/** The last digits of all codes that begin with these three. */
export function codesFrom(start: string): string[] {
  const digits = linesOf(start).flatMap((line) => line.slice(5).match(/\d\d/g) ?? []);
  return digits.sort();
}

function linesOf(start: string): string[] {
  table ??= Map.groupBy(readFileSync(TABLE, "utf8").split("\n"), (line) => line.slice(0, 3));
  return table.get(start) ?? [];
}
