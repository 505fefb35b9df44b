import { readFileSync } from "node:fs";
import type { Town } from "#inquiries/bookings/booking.ts";

/** scripts/server/zip-codes.ts makes it and describes its lines. */
export const TABLE = new URL("./zip-codes.txt", import.meta.url);

let table: Map<string, string[]> | undefined;

/** `zipCode` has five digits. */
export function findTown(zipCode: string): Town | undefined {
  table ??= Map.groupBy(readFileSync(TABLE, "utf8").split("\n"), (line) => line.slice(0, 3));
  const lastDigits = zipCode.slice(3);
  for (const line of table.get(zipCode.slice(0, 3)) ?? [])
    for (const [, codes = "", city = ""] of line.slice(5).matchAll(/(\d+)(\D+)/g))
      if (codes.match(/../g)?.includes(lastDigits)) return { city, state: line.slice(3, 5) };
  return undefined;
}
