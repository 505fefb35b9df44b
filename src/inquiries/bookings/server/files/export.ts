import type { BookingFilter } from "#inquiries/bookings/admin.ts";
import {
  type FactPath,
  FILE_HEADINGS,
  FILE_PATHS,
  factAt,
  hasFewValues,
  isStored,
  LOOKED_UP_PATHS,
} from "#inquiries/bookings/columns.ts";
import { shownAs } from "#inquiries/bookings/facts.ts";
import { findStanding } from "#people/leads/server/leads.ts";
import { STOPPED_IN_FILES } from "#people/permissions/permission.ts";
import { findAgreedTexts } from "#people/permissions/server/consents.ts";
import { listStopped } from "#people/permissions/server/ledger.ts";
import { csvCell, csvLine } from "#platform/server/csv/csv.ts";
import type { CsvFile } from "#platform/server/csv/csv-export.ts";
import type { Database } from "#platform/server/database/database.ts";
import { nextTurn } from "#platform/server/event-loop-yield.ts";
import { allBookings } from "../admin/store.ts";

type Values = readonly (string | null | undefined)[];

/** The id of the lead is only used for lookups: another site that imports the file creates its own leads. */
const STORED_PATHS = [...FILE_PATHS, "leadId" as const].filter(isStored);
const PATHS: readonly FactPath[] = [...STORED_PATHS, ...LOOKED_UP_PATHS];
const [ID, EMAIL, PHONE] = [PATHS.indexOf("id"), PATHS.indexOf("email"), PATHS.indexOf("phone")];
const LEAD = PATHS.indexOf("leadId");

/** Yields CSV in chunks, so that memory does not grow with the number of bookings. */
export function exportBookings(database: Database, filter: BookingFilter): CsvFile {
  return { heading: csvLine(FILE_HEADINGS), blocks: blocksOf(database, filter) };
}

async function* blocksOf(database: Database, filter: BookingFilter): AsyncGenerator<readonly string[]> {
  const cells = FILE_PATHS.map((path) => ({ cell: cellOf(path), index: PATHS.indexOf(path) }));
  for await (const bookings of allBookings(database, filter, STORED_PATHS)) {
    const rows = await withLookedUp(database, bookings);
    yield rows.map((values) => `${cells.map(({ cell, index }) => cell(values[index] ?? "")).join(",")}\r\n`);
  }
}

/** Appends the values of LOOKED_UP_PATHS. Each query gets its own turn: on SQLite it takes a millisecond or two. */
async function withLookedUp(database: Database, bookings: readonly Values[]): Promise<Values[]> {
  await nextTurn();
  const agreed = await findAgreedTexts(
    database.read,
    bookings.map((values) => values[ID] ?? ""),
  );
  await nextTurn();
  const people = bookings.map((values) => ({ email: values[EMAIL] ?? "", phone: values[PHONE] ?? "" }));
  const stopped = await listStopped(database, people);
  await nextTurn();
  const standing = await findStanding(
    database.read,
    bookings.map((values) => values[LEAD] ?? ""),
  );
  await nextTurn();
  return bookings.map((values, row) => {
    const words = agreed.get(values[ID] ?? "");
    const channels = stopped[row]?.map((channel) => STOPPED_IN_FILES[channel]).join(", ");
    const lead = standing.get(values[LEAD] ?? "");
    return [...values, words?.text, words?.at, channels, lead?.stage, lead?.nextStep, lead?.nextStepDue];
  });
}

function cellOf(path: FactPath): (value: string) => string {
  if (!hasFewValues(path)) return csvCell;
  const made = new Map([["", ""]]);
  return (value) => {
    const known = made.get(value);
    if (known !== undefined) return known;
    const cell = csvCell(shownAs(factAt(path), value));
    made.set(value, cell);
    return cell;
  };
}
