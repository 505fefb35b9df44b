import { match, ok, strictEqual } from "node:assert";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#test/programs/postgres.ts";
import type { Suite } from "./debian.ts";
import { buildStandIns, docker, removeStandIns, requireEngine } from "./docker.ts";
import { copyTree, type Part, root } from "./part.ts";
import { freeSlotsBehind, untilServed } from "./visitor.ts";
import { Visits } from "./visits.ts";

const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";
const DOMAIN = "https://homes.example.com";
const CODE = "/srv/porchlight";
const RIGHTS = ["--cap-add=SYS_ADMIN", "--cap-add=NET_ADMIN", "--cap-add=SYS_PTRACE"];
const UNCONFINED = ["--security-opt=seccomp=unconfined", "--security-opt=apparmor=unconfined"];
/** systemd 257 of Debian 13 needs this flag where a machine has the older kind of control groups. */
const GROUPS = ["--cgroupns=host", "-v=/sys/fs/cgroup:/sys/fs/cgroup:rw", "-e=SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1"];
const MAX_START_MS = 60_000;
const ROUNDS = 2;

export function followDocument(suite: Suite): Part {
  return async () => {
    await requireEngine();
    const folder = mkdtempSync(join(tmpdir(), "machine-"));
    const port = await freePort();
    const machine = new Machine(`porchlight-machine-${port}`, port);
    try {
      await buildStandIns(join(folder, "stand-ins"), ["machine"], suite);
      await copyTree(join(folder, "porchlight"));
      await machine.boot(join(folder, "porchlight"));
      const seconds = await machine.install();
      await machine.tryOne();
      const loaded = await machine.tryTwo();
      return `Debian ${await machine.version()}: ${seconds} s from the first command to the last; ${loaded}`;
    } finally {
      await machine.remove();
      await removeStandIns(["machine"]);
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

class Machine {
  readonly #name: string;
  readonly #url: string;
  readonly #port: number;
  #code = "";

  constructor(name: string, port: number) {
    this.#name = name;
    this.#url = `https://localhost:${port}`;
    this.#port = port;
  }

  async boot(code: string): Promise<void> {
    this.#code = code;
    const folders = ["/run", "/run/lock"].map((path) => `--tmpfs=${path}`);
    const published = `--publish=127.0.0.1:${this.#port}:${this.#port}`;
    const certificates = "/etc/certificates-of-this-machine.pem";
    const settings = ["-e=DEBIAN_FRONTEND=noninteractive", `-e=NODE_EXTRA_CA_CERTS=${certificates}`];
    const options = [...RIGHTS, ...UNCONFINED, ...GROUPS, ...folders, published, ...settings];
    await docker("run", "--detach", `--name=${this.#name}`, ...options, "porchlight-check/machine");
    if (existsSync(CERTIFICATES)) await docker("cp", CERTIFICATES, `${this.#name}:${certificates}`);
    // A machine may restrict its network settings.
    await this.#run("mount -o remount,rw /proc/sys");
    await this.#until("systemctl is-system-running --wait", /^(?:running|degraded)$/m);
  }

  async install(): Promise<number> {
    const since = Date.now();
    for (const block of commandsOf("## Without containers")) {
      if (block.includes("git clone")) await docker("cp", this.#code, `${this.#name}:/srv/`);
      await this.#follow(block.replace(/^git clone .*$/m, ":"));
      // The visitors of this check share one address.
      if (block.includes("/etc/porchlight.env <<")) await this.#run("echo RATE_LIMIT=off >> /etc/porchlight.env");
      if (block.includes("enable --now porchlight")) await this.#untilStarted("porchlight");
    }
    return Math.round((Date.now() - since) / 1000);
  }

  async tryOne(): Promise<void> {
    match(await this.#run("journalctl --unit porchlight"), /The first admin is you@example\.com\. Password/);
    const visits = await this.#visits(20);
    visits.start();
    await visits.more(3);
    await this.#run("systemctl restart porchlight");
    await visits.more(3);
    await visits.end();
    strictEqual((await this.#run("stat -c %U /proc/$(systemctl show -P MainPID porchlight)")).trim(), "porchlight");
  }

  async tryTwo(): Promise<string> {
    const [database = "", processes = "", restart = "", ...rest] = commandsOf("**Without containers.** PostgreSQL");
    strictEqual(rest.length, 0);
    await this.#follow(database);
    await this.#follow(processes);
    for (const port of [3001, 3002]) await this.#untilStarted(`porchlight@${port}`);
    strictEqual((await this.#run("systemctl show -P Result porchlight")).trim(), "success");
    const visits = await this.#visits(600);
    visits.start();
    await visits.more(5);
    for (let round = 0; round < ROUNDS; round++) {
      await this.#follow(restart);
      await visits.more(5);
    }
    await visits.end();
    const counted = await this.#run(`su postgres -c "psql -tAc 'select count(*) from bookings' porchlight"`);
    strictEqual(Number(counted), visits.booked);
    return `${visits}, ${2 * ROUNDS} restarts by rolling-restart.sh, none lost`;
  }

  async version(): Promise<string> {
    return (await this.#run("cat /etc/debian_version")).trim();
  }

  async remove(): Promise<void> {
    await docker("rm", "--force", "--volumes", this.#name).catch(() => undefined);
  }

  #follow(block: string): Promise<string> {
    return this.#run(`if [ -d ${CODE} ]; then cd ${CODE}; fi\n${block.replaceAll(DOMAIN, this.#url)}`);
  }

  #run(commands: string): Promise<string> {
    return docker("exec", this.#name, "sh", "-ec", commands);
  }

  #untilStarted(unit: string): Promise<void> {
    return this.#until(`journalctl --unit ${unit}`, /The site is at https:/);
  }

  async #until(command: string, expected: RegExp): Promise<void> {
    const end = Date.now() + MAX_START_MS;
    for (;;) {
      const output = await this.#run(command).catch((error: Error) => error.message);
      if (expected.test(output)) return;
      if (Date.now() > end) throw new Error(`${command} did not come to ${expected}:\n${output}`);
      await pause(200);
    }
  }

  async #visits(slots: number): Promise<Visits> {
    const file = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt";
    await this.#until(`cat ${file}`, /BEGIN CERTIFICATE/);
    const caddy = { url: this.#url, ca: await this.#run(`cat ${file}`) };
    await untilServed(caddy);
    return new Visits(caddy, await freeSlotsBehind(caddy, slots), { repeats: false });
  }
}

function commandsOf(start: string): string[] {
  const document = readFileSync(join(root, "docs/install.md"), "utf8");
  const from = document.indexOf(start);
  const rest = document.slice(from + start.length);
  const end = rest.search(/^## /m);
  const blocks = [...rest.slice(0, end < 0 ? undefined : end).matchAll(/^```sh\n([\s\S]*?)^```/gm)];
  ok(from >= 0 && blocks.length > 2, `docs/install.md has no commands after "${start}"`);
  return blocks.map(([, block = ""]) => block);
}
