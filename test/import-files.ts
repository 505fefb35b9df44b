// Files for the import of bookings, up to the size limit: valid and hostile ones.
import { FILE_HEADINGS } from "#inquiries/bookings/columns.ts";
import { IMPORT_LIMITS } from "#platform/csv-import.ts";
import { csvLine } from "#platform/server/csv/csv.ts";

export const IMPORT_HEADING = csvLine(FILE_HEADINGS);

const RENEE = {
  "First name": "Renée",
  "Last name": "O'Brien-Núñez",
  Phone: "(217) 555-0142",
  "Preferred contact": "Phone",
  Street: "1422 Elm Street",
  City: "Springfield",
  State: "IL",
  "ZIP code": "62701",
  "Property type": "Single Family",
  "Current situation": "Inherited Property",
  "Timeframe to sell": "1–3 months",
  "Meeting type": "Phone call",
  "Meeting time": "10:00 AM",
  Notes: "Called twice. ".repeat(40),
};

/** By their headings. */
export function bookingCells(changes: Record<string, string>): Record<string, string> {
  return { ...RENEE, ...changes };
}

/** Valid bookings; ten thousand are 8 MB. Files with another first person share none. */
export function rightRows(count: number, first = 0): string {
  const lines = Array.from({ length: count }, (_, row) => {
    const index = first + row;
    const day = new Date(Date.UTC(2010, 0, 1 + (index % 5_000))).toISOString().slice(0, 10);
    const cells = bookingCells({ Email: `seller${index}@example.com`, "Meeting date": day });
    return csvLine(FILE_HEADINGS.map((column) => cells[column] ?? ""));
  });
  return IMPORT_HEADING + lines.join("");
}

/** Every cell that can be invalid is. */
export function wrongRows(): string {
  const longest = Math.floor(IMPORT_LIMITS.bytes / IMPORT_LIMITS.rows / FILE_HEADINGS.length) - 2;
  return IMPORT_HEADING + csvLine(FILE_HEADINGS.map(() => "x".repeat(longest))).repeat(IMPORT_LIMITS.rows);
}

/** A file of the maximum size that repeats this text. */
export function filledWith(unit: string, start = ""): string {
  return start + unit.repeat(Math.floor((IMPORT_LIMITS.bytes - start.length) / Buffer.byteLength(unit)));
}
