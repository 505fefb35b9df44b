import { strictEqual } from "node:assert";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type RunningSite, startSite, stopSite } from "#test/e2e/site.ts";
import { freePort, startPostgres } from "#test/programs/postgres.ts";
import { freeSlots } from "#test/programs/requests.ts";
import { type Caddy, futureCaddy, startCaddy } from "./caddy.ts";
import { NotChecked, requirePrograms } from "./part.ts";
import { Visits } from "./visits.ts";

const ROUNDS = 2;

export function restartInOrder(): Promise<string> {
  requireMigration();
  return underLoad({ repeats: false }, async ({ caddy, ports, restart }) => {
    for (const index of [0, 1] as const) {
      await caddy.pointTo(ports[1 - index] as number);
      await restart(index, "SIGTERM");
      await caddy.pointTo(...ports);
    }
  });
}

/** Without this Linux setting, which docs/install.md requires, a reload of Caddy resets connections. */
function requireMigration(): void {
  const file = "/proc/sys/net/ipv4/tcp_migrate_req";
  if (!existsSync(file) || readFileSync(file, "utf8").trim() !== "1")
    throw new NotChecked("net.ipv4.tcp_migrate_req is not 1");
}

/** Caddy is not notified. Callers repeat as docs/integrations.md says. */
export function killEither(): Promise<string> {
  return underLoad({ repeats: true }, async ({ restart }) => {
    await restart(0, "SIGKILL");
    await restart(1, "SIGTERM");
  });
}

type Setup = {
  caddy: Caddy;
  ports: [number, number];
  restart(index: 0 | 1, signal: NodeJS.Signals): Promise<void>;
};

async function underLoad(options: { repeats: boolean }, round: (setup: Setup) => Promise<void>): Promise<string> {
  requirePrograms("caddy");
  const postgres = await startPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), "rolling-"));
  const { url, port } = await futureCaddy();
  const databaseUrl = postgres.url("postgres");
  const settings = {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: randomBytes(24).toString("hex"),
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    TRUST_PROXY: "127.0.0.1",
  };
  const ports: [number, number] = [await freePort(), await freePort()];
  const start = (at: number) => startSite({ ...settings, PORT: String(at) });
  const sites: RunningSite[] = [];
  let caddy: Caddy | undefined;
  try {
    sites.push(await start(ports[0]), await start(ports[1]));
    caddy = await startCaddy(port, ports);
    const visits = new Visits(caddy, await freeSlots({ url: `http://localhost:${ports[0]}` }, 600), options);
    visits.start();
    const restart = async (index: 0 | 1, signal: NodeJS.Signals) => {
      await visits.more(5);
      await end(sites[index] as RunningSite, signal);
      await visits.more(5);
      sites[index] = await start(ports[index]);
      await visits.more(5);
    };
    for (let count = 0; count < ROUNDS; count++) await round({ caddy, ports, restart });
    await visits.end();
    strictEqual(await countBookings(databaseUrl), visits.booked);
    return `${visits}, ${2 * ROUNDS} restarts, none lost`;
  } finally {
    await caddy?.stop();
    for (const site of sites) await stopSite(site, { keepData: true });
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function end(site: RunningSite, signal: NodeJS.Signals): Promise<void> {
  if (signal === "SIGTERM") return stopSite(site, { keepData: true });
  const exited = new Promise((resolve) => site.process.once("exit", resolve));
  site.process.kill(signal);
  await exited;
}

async function countBookings(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query("select count(*)::int as count from bookings");
    return rows[0].count;
  } finally {
    await client.end();
  }
}
