import type { BookingFilter } from "#bookings/admin.ts";
import { type FactPath, FILE_HEADINGS, FILE_PATHS, hasFewValues, isStored, shownValue } from "#bookings/facts.ts";
import { STOPPED_IN_FILES } from "#permissions/permission.ts";
import { findConsents, listStopped, type PermissionsTables } from "#permissions/server/store.ts";
import { CSV_BOM, csvCell, csvLine } from "#platform/server/csv/csv.ts";
import type { Database } from "#platform/server/database/database.ts";
import { allBookings } from "../admin/store.ts";
import type { BookingsTables } from "../table.ts";

type Tables = BookingsTables & PermissionsTables;
type Values = readonly (string | null)[];

const STORED_PATHS = FILE_PATHS.filter(isStored);
const [ID, EMAIL, PHONE] = [STORED_PATHS.indexOf("id"), STORED_PATHS.indexOf("email"), STORED_PATHS.indexOf("phone")];

/** CSV in chunks, so that memory does not grow with the number of bookings. */
export async function* exportBookings(database: Database<Tables>, filter: BookingFilter): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(FILE_HEADINGS);
  const cells = FILE_PATHS.map((path) => ({
    path,
    cell: cellOf(path),
    index: isStored(path) ? STORED_PATHS.indexOf(path) : -1,
  }));
  for await (const bookings of allBookings(database, filter, STORED_PATHS)) {
    const known = await knownToLedger(database, bookings);
    const lines = bookings.map((values, row) =>
      cells
        .map(({ path, cell, index }) => cell((index === -1 ? known[row]?.get(path) : values[index]) ?? ""))
        .join(","),
    );
    yield `${lines.join("\r\n")}\r\n`;
  }
}

async function knownToLedger(
  database: Database<Tables>,
  bookings: readonly Values[],
): Promise<Map<FactPath, string>[]> {
  const consents = await findConsents(
    database.read,
    bookings.map((values) => values[ID] ?? ""),
  );
  const people = bookings.map((values) => ({ email: values[EMAIL] ?? "", phone: values[PHONE] ?? "" }));
  const stopped = await listStopped(database, people);
  return bookings.map((values, row) => {
    const consent = consents.get(values[ID] ?? "");
    return new Map<FactPath, string>([
      ["consent.text", consent?.text ?? ""],
      ["consent.at", consent?.at ?? ""],
      ["stopped", (stopped[row] ?? []).map((channel) => STOPPED_IN_FILES[channel]).join(", ")],
    ]);
  });
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
