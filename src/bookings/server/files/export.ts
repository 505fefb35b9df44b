import type { BookingFilter } from "#bookings/admin.ts";
import { type FactPath, FILE_HEADINGS, FILE_PATHS, hasFewValues, shownValue } from "#bookings/facts.ts";
import { CSV_BOM, csvCell, csvLine } from "#platform/server/csv/csv.ts";
import type { Database } from "#platform/server/database/database.ts";
import { allBookings } from "../admin/store.ts";
import type { BookingsTables } from "../table.ts";

/** CSV in chunks, so that memory does not grow with the number of bookings. */
export async function* exportBookings(
  database: Database<BookingsTables>,
  filter: BookingFilter,
): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(FILE_HEADINGS);
  const cells = FILE_PATHS.map(cellOf);
  for await (const bookings of allBookings(database, filter, FILE_PATHS))
    yield `${bookings.map((values) => cells.map((cell, index) => cell(values[index] ?? "")).join(",")).join("\r\n")}\r\n`;
}

function cellOf(path: FactPath): (value: string) => string {
  if (!hasFewValues(path)) return csvCell;
  const made = new Map([["", ""]]);
  return (value) => {
    const known = made.get(value);
    if (known !== undefined) return known;
    const cell = csvCell(shownValue(path, value));
    made.set(value, cell);
    return cell;
  };
}
