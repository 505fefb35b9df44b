// Databases are kept, because a million bookings take minutes to insert.
import { execFile, execFileSync } from "node:child_process";
import { constants, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { startPostgres, type TestPostgres } from "#test/programs/postgres.ts";
import { options } from "../arguments.ts";
import { BENCH_FOLDER, type Options, SECRET, type SiteProcess, startSite, withFolder } from "./site-process.ts";

export const LARGE = Number(options.bookings);
export const ENGINE = options.engine === "postgres" ? "postgres" : "sqlite";

const ADMIN = { email: "admin@localhost.local", password: "of no use but for measuring" };
export const ADMIN_SETTINGS = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  ACCESS_TOKEN_SECONDS: "86400",
};

export type SeededSite = SiteProcess & {
  bookings: number;
  headers: Record<string, string>;
  env: Record<string, string>;
};

let postgres: TestPostgres | undefined;

export async function withBookings<Result>(
  bookings: number,
  work: (site: SeededSite) => Promise<Result>,
): Promise<Result> {
  return withSeeded({ bookings, env: await seeded(bookings) }, work);
}

/** On PostgreSQL the server is temporary, so no copy is needed. */
export async function withCopyOfBookings<Result>(
  bookings: number,
  work: (site: SeededSite) => Promise<Result>,
  options: Options,
): Promise<Result> {
  const env = await seeded(bookings);
  if (ENGINE === "postgres") return withSeeded({ bookings, env }, work, options);
  return withFolder((folder) => {
    cpSync(env.DATA_DIR ?? "", folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
    // Otherwise the site's first commit waits until gigabytes are on the disk.
    execFileSync("sync", ["-f", folder]);
    return withSeeded({ bookings, env: { DATA_DIR: folder } }, work, options);
  });
}

async function withSeeded<Result>(
  { bookings, env }: Pick<SeededSite, "bookings" | "env">,
  work: (site: SeededSite) => Promise<Result>,
  options: Options = {},
): Promise<Result> {
  const site = await startSite({ ...options, env: { ...env, ...ADMIN_SETTINGS, ...options.env } });
  try {
    return await work({ ...site, bookings, env, headers: { authorization: `Bearer ${await signIn(site.url)}` } });
  } finally {
    await site.end();
  }
}

export async function stopPostgres(): Promise<void> {
  await postgres?.stop();
  postgres = undefined;
}

async function seeded(bookings: number): Promise<Record<string, string>> {
  if (ENGINE === "postgres") {
    postgres ??= await startPostgres({ durable: true });
    return seededPostgres(postgres, bookings);
  }
  const folder = join(String(options.databases), `sqlite-${bookings}-${peopleOf(bookings)}`);
  const env = { DATA_DIR: folder };
  const whole = join(folder, "seeded");
  if (existsSync(whole)) return env;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await seed(bookings, env);
  writeFileSync(whole, "");
  return env;
}

async function seededPostgres(server: TestPostgres, bookings: number): Promise<Record<string, string>> {
  const name = `bookings${bookings}`;
  const env = { DATABASE_URL: server.url(name), DATA_DIR: join(BENCH_FOLDER, name) };
  const client = new pg.Client({ connectionString: server.url("postgres") });
  await client.connect();
  const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
  if (rowCount === 0) await client.query(`create database ${name}`);
  await client.end();
  if (rowCount === 0) {
    await seed(bookings, env);
    await settle(server.url(name));
  }
  return env;
}

/** Else the server does so by itself during the measurement, and kept answers end with its every transaction. */
async function settle(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
}

const PEOPLE_PER_BOOKING = 0.3;

function peopleOf(bookings: number): number {
  return bookings === LARGE && options.people ? Number(options.people) : Math.round(bookings * PEOPLE_PER_BOOKING);
}

async function seed(bookings: number, env: Record<string, string>): Promise<void> {
  console.log(`Making ${bookings.toLocaleString("en-US")} bookings; the next run finds them on SQLite …`);
  const counts = ["--bookings", String(bookings), "--people", String(peopleOf(bookings))];
  await promisify(execFile)(process.execPath, ["scripts/seed/seed.ts", ...counts], {
    cwd: join(import.meta.dirname, "../../.."),
    env: { ...process.env, ...SECRET, ...env },
  });
}

export async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMIN),
  });
  const { accessToken } = (await answer.json()) as { accessToken?: string };
  if (!accessToken) throw new Error(`The admin of the measurements cannot sign in: ${answer.status}`);
  return accessToken;
}
