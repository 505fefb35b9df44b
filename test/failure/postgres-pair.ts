// A PostgreSQL primary and its synchronous standby, which takes over when the primary is killed.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect } from "vitest";
import {
  freePort,
  initialise,
  makePlace,
  type Place,
  signalAll,
  spawnServer,
  untilItAnswers,
} from "../programs/postgres.ts";

/** A killed process loses nothing that the system has taken. The standby gets what it missed from the log. */
const SETTINGS = ["fsync=off", "wal_keep_size=256MB"];
const SYNCHRONOUS = "alter system set synchronous_standby_names = '*'";
const READY = { timeout: 30_000, interval: 20 };

/** Files that vanish while they are copied are no harm: the log has what was in them. */
const COPY = 'cp -R "$1" "$2" 2>/dev/null; rm -r "$2/pg_wal" "$2/postmaster.pid" && mkdir -m 700 "$2/pg_wal"';
const MAKE_STANDBY =
  'printf %s "$2" > "$1/backup_label" && echo "$3" > "$1/postgresql.auto.conf" && touch "$1/standby.signal"';

type Member = { port: number; data: string; server: ChildProcess };

export class PostgresPair {
  readonly #place: Place;
  readonly #ports: readonly [number, number];
  #primary: Member;
  #standby: Member | undefined;
  #stray: Member | undefined;
  #copies = 0;

  private constructor(place: Place, ports: readonly [number, number], primary: Member) {
    this.#place = place;
    this.#ports = ports;
    this.#primary = primary;
  }

  static async start(): Promise<PostgresPair> {
    const place = await makePlace(tmpdir());
    const ports = [await freePort(), await freePort()] as const;
    const data = initialise(place);
    const pair = new PostgresPair(place, ports, await launch(place, { port: ports[0], data }));
    await ask(ports[0], "create database site");
    await pair.addStandby();
    return pair;
  }

  /** As an operator writes it, the hosts in an order that says nothing about who is the primary. */
  get url(): string {
    const hosts = this.#ports.map((port) => `127.0.0.1:${port}`).join();
    return `postgres://postgres@${hosts}/site?target_session_attrs=read-write`;
  }

  onPrimary(sql: string): Promise<pg.QueryResult> {
    return ask(this.#primary.port, sql, "site");
  }

  /** Every process of the server at once. */
  async killPrimary(): Promise<void> {
    await kill(this.#primary);
  }

  /** As if its machine had lost its network: it refuses nothing and answers nothing. */
  silencePrimary(): void {
    signalAll(this.#primary.server, "SIGSTOP");
  }

  /** Resolves once the standby can be written. Its own commits wait for nobody, until it has a standby. */
  async promote(): Promise<void> {
    const promoted = this.#standby;
    if (!promoted) throw new Error("There is no standby.");
    await ask(promoted.port, "select pg_promote()");
    this.#stray = this.#primary;
    this.#primary = promoted;
    this.#standby = undefined;
  }

  /** The earlier primary comes back, as if it still were one: it can be written, but waits for a standby at each commit. */
  async startStray(): Promise<void> {
    if (!this.#stray) throw new Error("There is no earlier primary.");
    if (isOver(this.#stray.server)) this.#stray = await launch(this.#place, this.#stray);
    else signalAll(this.#stray.server, "SIGCONT");
  }

  /** A copy of the primary takes the place of the earlier one, and from then on the primary waits for it at each commit. */
  async addStandby(): Promise<void> {
    if (this.#stray) {
      await kill(this.#stray);
      rmSync(this.#stray.data, { recursive: true });
      this.#stray = undefined;
    }
    const { port: primary } = this.#primary;
    const [port = 0] = this.#ports.filter((other) => other !== primary);
    const data = join(this.#place.folder, `copy-${this.#copies++}`);
    await copy(this.#place, this.#primary, data);
    this.#standby = await launch(this.#place, { port, data });
    await this.onPrimary(SYNCHRONOUS);
    await this.onPrimary("select pg_reload_conf()");
    const state = async () => (await this.onPrimary("select sync_state from pg_stat_replication")).rows[0]?.sync_state;
    await expect.poll(state, READY).toBe("sync");
  }

  async stop(): Promise<void> {
    for (const member of [this.#primary, this.#standby, this.#stray]) if (member) await kill(member);
    rmSync(this.#place.folder, { recursive: true, force: true });
  }
}

async function launch(place: Place, { port, data }: Omit<Member, "server">): Promise<Member> {
  const server = spawnServer(place, data, port, SETTINGS);
  await untilItAnswers(urlOf(port), server);
  return { port, data, server };
}

async function kill({ server }: Member): Promise<void> {
  if (isOver(server)) return;
  const exited = once(server, "exit");
  signalAll(server, "SIGKILL");
  await exited;
}

function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** The packaged binaries have no pg_basebackup; this is what it does. */
async function copy(place: Place, { port, data }: Member, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(port) });
  await client.connect();
  await client.query("select pg_backup_start('copy', true)");
  await shell(place, COPY, data, to);
  const { rows } = await client.query("select labelfile from pg_backup_stop(false)");
  await client.end();
  await shell(
    place,
    MAKE_STANDBY,
    to,
    rows[0].labelfile,
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'`,
  );
}

/** As the user of the server, who has to own the files. */
async function shell(place: Place, script: string, ...words: string[]): Promise<void> {
  const [code] = await once(spawn("sh", ["-c", script, "sh", ...words], { ...place.as, stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error(`A copy of the server failed: ${code}`);
}

async function ask(port: number, sql: string, database = "postgres"): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: urlOf(port, database) });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

function urlOf(port: number, database = "postgres"): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}
