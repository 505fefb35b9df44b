import type { Person } from "#people/leads/person.ts";
import { listPeopleBlock } from "#people/leads/server/people.ts";
import { CHANNEL_LABELS, type Channel } from "#people/permissions/channels.ts";
import { listStopped } from "#people/permissions/server/ledger.ts";
import { formatPhone } from "#platform/phone.ts";
import { type CsvColumns, type CsvFile, csvOf } from "#platform/server/csv/csv-export.ts";
import type { Database } from "#platform/server/database/database.ts";

type Row = Person & { stopped: readonly Channel[] };

const COLUMNS: CsvColumns<Row> = {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone && formatPhone(phone),
  "Asked to stop": ({ stopped }) => stopped.map((channel) => CHANNEL_LABELS[channel]).join("; "),
  "Latest inquiry": ({ updatedAt }) => updatedAt,
  "Created at": ({ createdAt }) => createdAt,
};

/** What they asked to stop is beside them, because a list like this is made to call or write to people. */
export function exportPeople(database: Database): CsvFile {
  return csvOf(COLUMNS, async (after, limit) => {
    const people = await listPeopleBlock(database.read, after, limit);
    const stopped = await listStopped(database, people);
    return people.map((person, index) => ({ ...person, stopped: stopped[index] ?? [] }));
  });
}
