import { mkdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { backup, type DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import type { Config } from "#app/config.ts";
import { isLeftOutOfBackups } from "#app/tables.ts";
import { dataTables } from "#platform/server/database/backup/data-tables.ts";
import { openDatabase, SQLITE_FILE } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";
import type { Finding } from "./finding.ts";
import type { Reader } from "./reading.ts";

type Asked = { pending: number; migrations: string };

/** The rate is conservative: 30,000 bookings took 71 s on PostgreSQL 18 on two busy cores. */
const POSTGRES_ROWS_PER_SECOND = 400;
/** An update copies the database while nobody can write: 5 GB took 35 s on two busy cores. */
const COPIED_BYTES_PER_SECOND = 150_000_000;
/** The factor of the database's size covers the copy, the migrations' log, and the growth of the tables. */
const REHEARSAL_SPACE = 4;
/** One step copies all pages, because the site may write between two. */
const ALL_PAGES = 2 ** 31 - 1;

export async function describeEffort(config: Config, reader: Reader, asked: Asked): Promise<Finding[]> {
  const rows = await countRows(reader);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const bytes = await sizeOf(config, reader);
  const stored: Finding = {
    kind: "note",
    text: `The database has ${total.toLocaleString("en-US")} rows in ${megabytes(bytes)}:`,
    items: [largest(rows)],
    ms: (bytes / COPIED_BYTES_PER_SECOND) * 1000,
  };
  if (asked.pending === 0) return [stored];
  if (reader.engine === "postgres") return [stored, estimate(total, bytes)];
  const free = freeBytes(config.dataDir);
  if (free < REHEARSAL_SPACE * bytes) return [stored, tooFull(free, bytes)];
  return [stored, ...(await rehearse(config.dataDir, reader.file, { ...asked, free }))];
}

/** Only the owner may read the folder, because a copy contains people's data. */
async function rehearse(
  dataDir: string,
  source: DatabaseSync,
  { migrations, free }: Asked & { free: number },
): Promise<Finding[]> {
  const folder = join(dataDir, "upgrade-check");
  // A killed check leaves its folder behind.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  try {
    const file = join(folder, SQLITE_FILE);
    await backup(source, file, { rate: ALL_PAGES });
    const before = statSync(file).size;
    const database = await openDatabase({
      dataDir: folder,
      databaseUrl: undefined,
      onConnectionError: () => {},
    });
    const startedAt = performance.now();
    try {
      await migrate(database, migrations);
      const ms = performance.now() - startedAt;
      const needed = sizesOf(file) - before;
      return [
        {
          kind: "good",
          text: `The migrations take about ${duration(ms)}: a copy of the database was migrated here.`,
          ms,
        },
        {
          kind: needed < free ? "good" : "bad",
          text: `They need about ${megabytes(needed)} of disk, and ${megabytes(free)} is free.`,
        },
      ];
    } catch (error) {
      return [{ kind: "bad", text: `The migrations failed on a copy of the database: ${(error as Error).message}.` }];
    } finally {
      await database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function estimate(rows: number, bytes: number): Finding {
  const ms = (rows / POSTGRES_ROWS_PER_SECOND) * 1000;
  const about = duration(ms);
  return {
    kind: "note",
    ms,
    text: `The migrations may take up to about ${about}: estimated from the rows, not rehearsed. The disk of the database's server is not checked: have ${megabytes(2 * bytes)} free.`,
  };
}

function tooFull(free: number, bytes: number): Finding {
  return {
    kind: "bad",
    text: `Not rehearsed: that takes ${megabytes(REHEARSAL_SPACE * bytes)} of disk, and ${megabytes(free)} is free. Make room.`,
  };
}

async function countRows({ read, engine }: Reader): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const table of await dataTables(read, engine, isLeftOutOfBackups)) {
    const { rows: counted } = await sql<{
      count: number | string;
    }>`select count(*) as count from ${sql.table(table)}`.execute(read);
    rows[table] = Number(counted[0]?.count ?? 0);
  }
  return rows;
}

async function sizeOf({ dataDir }: Config, { engine, read }: Reader): Promise<number> {
  if (engine === "sqlite") return sizesOf(join(dataDir, SQLITE_FILE));
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(read);
  return Number(rows[0]?.bytes ?? 0);
}

function sizesOf(file: string): number {
  return [file, `${file}-wal`].reduce((sum, name) => sum + (statSync(name, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function largest(rows: Record<string, number>): string {
  const sorted = Object.entries(rows)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one);
  return sorted.map(([table, count]) => `${count.toLocaleString("en-US")} ${table.replaceAll("_", " ")}`).join(", ");
}

export function duration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function megabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1_000_000)).toLocaleString("en-US")} MB`;
}
