import { match, ok, strictEqual } from "node:assert";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { freePort } from "#test/programs/postgres.ts";
import { requireCompose } from "./compose.ts";
import { buildStandIns, removeStandIns, requireEngine } from "./docker.ts";
import { copyTree, runProgram } from "./part.ts";
import { freeSlotsBehind, untilServed } from "./visitor.ts";
import { Visits } from "./visits.ts";

const STAND_INS = { caddy: "caddy", offsite: "rclone", db: "postgres" } as const;
const ROUNDS = 2;
const MAX_COPY_MS = 120_000;

export async function runStack(): Promise<string> {
  await requireEngine();
  await requireCompose();
  const folder = mkdtempSync(join(tmpdir(), "stack-"));
  const port = await freePort();
  const stack = new Stack(folder, port);
  const targets = ["with-tools", ...Object.values(STAND_INS)];
  try {
    await copyTree(join(folder, "porchlight"));
    await buildStandIns(join(folder, "stand-ins"), targets);
    stack.prepare();
    const since = Date.now();
    await stack.compose("up", "--detach", "--build", "--wait");
    const seconds = Math.round((Date.now() - since) / 1000);
    await stack.tryOne();
    await stack.tryOffsite();
    const loaded = await stack.tryTwo();
    return `${seconds} s to the first page; ${loaded}`;
  } finally {
    await stack.remove();
    await removeStandIns([...targets, "site"]);
    rmSync(folder, { recursive: true, force: true });
  }
}

class Stack {
  readonly #folder: string;
  readonly #url: string;
  readonly #port: number;

  constructor(folder: string, port: number) {
    this.#folder = join(folder, "porchlight/deploy");
    this.#url = `https://localhost:${port}`;
    this.#port = port;
  }

  prepare(): void {
    const example = readFileSync(join(this.#folder, ".env.example"), "utf8");
    this.#write(".env", `${example.replace("https://homes.example.com", this.#url)}\nRATE_LIMIT=off\n`);
    const services = Object.entries(STAND_INS).map(([name, image]) => [name, { image: `porchlight-check/${image}` }]);
    const override = {
      services: {
        ...Object.fromEntries(services),
        site: {
          build: {
            args: { BASE_IMAGE: "porchlight-check/debian", BUILD_IMAGE: "porchlight-check/with-tools" },
          },
        },
      },
    };
    // The ports of compose.yaml may be taken. JSON is YAML, but for this tag.
    const caddy = `"caddy":{"ports": !override ["127.0.0.1:${this.#port}:${this.#port}"],`;
    this.#write("compose.override.yaml", JSON.stringify(override).replace('"caddy":{', caddy));
  }

  async tryOne(): Promise<void> {
    match(await this.compose("logs", "site"), /Password[\s\S]*The site is at https:\/\/localhost/);
    const visits = await this.#visits(20);
    visits.start();
    await visits.more(3);
    await visits.end();
    await this.#site("scripts/database/backup.ts", "/data/today.backup");
    match(await this.#site("scripts/database/admin.ts", "you@example.com"), /active admin/);
    await this.compose("cp", "site:/data/today.backup", ".");
    ok(existsSync(join(this.#folder, "today.backup")));
    match(await this.#site("scripts/doctor.ts", "--json").catch((error: Error) => error.message), /"version"/);
  }

  async tryOffsite(): Promise<void> {
    const file = readFileSync(join(this.#folder, ".env"), "utf8");
    const [, lines = ""] = /Encrypted backups.*\n([\s\S]*?)\n\n/.exec(file) ?? [];
    ok(lines.includes("BACKUP_COMMAND"));
    const recipient = await identityToRecipient(await generateIdentity());
    const on = lines.replaceAll(/^# /gm, "").replace(/^BACKUP_RECIPIENT=.*$/m, `BACKUP_RECIPIENT=${recipient}`);
    this.#write(".env", `${file.replace(lines, on)}\nOFFSITE=/tmp/copies\n`);
    await this.compose("up", "--detach", "--wait");
    const end = Date.now() + MAX_COPY_MS;
    while (!(await this.#offsiteFiles()).includes("removals.journal.age")) {
      ok(
        Date.now() < end,
        `rclone has no copy of the journal:\n${await this.compose("logs", "--tail", "20", "site", "offsite")}`,
      );
      await pause(500);
    }
    match(
      await this.compose("exec", "-T", "offsite", "head", "-c", "18", "/tmp/copies/removals.journal.age"),
      /^age-encryption/,
    );
  }

  async tryTwo(): Promise<string> {
    const secret = randomBytes(32).toString("hex");
    const example = readFileSync(join(this.#folder, ".env"), "utf8");
    const [, lines = ""] = /Two processes\).*\n([\s\S]*?)\n\n/.exec(example) ?? [];
    ok(lines.includes("DATABASE_URL"));
    this.#write(
      ".env",
      example.replace(
        lines,
        lines
          .replaceAll(/^# /gm, "")
          .replace("PROFILES=scale", "PROFILES=offsite,scale")
          .replaceAll(/(PASSWORD|SECRET)=$/gm, `$1=${secret}`),
      ),
    );
    await this.compose("up", "--detach", "--wait");
    const visits = await this.#visits(600);
    visits.start();
    await visits.more(5);
    for (let round = 0; round < ROUNDS; round++) {
      await runProgram("sh", [join(this.#folder, "rolling-restart.sh"), "compose"], { env: this.#environment() });
      await visits.more(5);
    }
    await visits.end();
    const count = await this.compose(
      "exec",
      "-T",
      "db",
      "psql",
      "-U",
      "porchlight",
      "-tAc",
      "select count(*) from bookings",
    );
    strictEqual(Number(count), visits.booked);
    return `${visits}, ${2 * ROUNDS} restarts by rolling-restart.sh, none lost`;
  }

  compose(...args: string[]): Promise<string> {
    return runProgram("docker", ["compose", ...args], { cwd: this.#folder, env: this.#environment() });
  }

  async remove(): Promise<void> {
    if (!existsSync(join(this.#folder, ".env"))) return;
    await this.compose("--profile", "*", "down", "--volumes", "--timeout", "20", "--rmi", "local");
  }

  #offsiteFiles(): Promise<string> {
    return this.compose("exec", "-T", "offsite", "ls", "/tmp/copies").catch(() => "");
  }

  #site(...command: string[]): Promise<string> {
    return this.compose("exec", "-T", "site", "node", ...command);
  }

  async #visits(slots: number): Promise<Visits> {
    const ca = await this.compose("exec", "-T", "caddy", "cat", "/data/caddy/pki/authorities/local/root.crt");
    const caddy = { url: this.#url, ca };
    await untilServed(caddy);
    return new Visits(caddy, await freeSlotsBehind(caddy, slots), { repeats: false });
  }

  #environment(): NodeJS.ProcessEnv {
    return { ...process.env, COMPOSE_PROJECT_NAME: "porchlight-check", PORCHLIGHT_IMAGE: "porchlight-check/site" };
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text);
  }
}
