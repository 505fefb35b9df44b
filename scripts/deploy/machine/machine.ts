// A Debian with a systemd and a network of its own, in namespaces of this machine.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { debian, type Suite } from "../debian.ts";
import { requirePrograms, requireRoot, runProgram } from "../part.ts";
import { connect, NAME_SERVER } from "./network.ts";

const INIT = ["procps", "systemd", "systemd-sysv"];
const NAMESPACES = ["--mount", "--pid", "--uts", "--ipc", "--net", "--cgroup"];
const CERTIFICATES = "/etc/certificates-of-this-machine.pem";
const ENVIRONMENT = [
  "HOME=/root",
  "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  "LANG=C.UTF-8",
  "DEBIAN_FRONTEND=noninteractive",
];
const MAX_START_MS = 60_000;
/** What an open terminal keeps from one command to the next. */
const TERMINAL = "/run/terminal";
const PROMPT = /> $/;

export class Machine {
  readonly #folder: string;
  readonly #groups: string;
  #init: ChildProcess | undefined;
  #network: ChildProcess | undefined;
  #pid = "";

  private constructor() {
    const place = mkdtempSync(join(tmpdir(), "machine-"));
    this.#folder = join(place, "root");
    this.#groups = join(unifiedGroups(), `porchlight-check-${process.pid}`);
  }

  /** Calls of `port` on this machine reach the same port of the new one. */
  static async boot(suite: Suite, port: number): Promise<Machine> {
    requireRoot();
    requirePrograms("debootstrap", "unshare", "nsenter", "ip", "slirp4netns");
    const machine = new Machine();
    try {
      await machine.#boot(suite, port);
      return machine;
    } catch (error) {
      await machine.remove();
      throw error;
    }
  }

  /** A path of the machine as this one sees it. */
  pathOf(path: string): string {
    return join(this.#folder, path);
  }

  /** Runs commands of root. An error contains their output. */
  run(commands: string): Promise<string> {
    return runProgram("nsenter", this.#enter(commands));
  }

  /** As at an open terminal: the folder and exported settings stay. `answers` go to a program that asks. */
  async type(commands: string, answers: readonly string[] = []): Promise<string> {
    const lines = [`if [ -e ${TERMINAL} ]; then . ${TERMINAL}; fi`, commands];
    const typed = [...lines, `{ export -p; printf 'cd %q\\n' "$PWD"; } > ${TERMINAL}`].join("\n");
    const shell = spawn("nsenter", this.#enter(typed), { stdio: "pipe" });
    const left = [...answers];
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk;
      const answer = PROMPT.test(output) ? left.shift() : undefined;
      if (answer !== undefined) shell.stdin.write(`${answer}\n`);
    };
    shell.stdout.on("data", read);
    shell.stderr.on("data", read);
    if (answers.length === 0) shell.stdin.end();
    const [code] = await once(shell, "close");
    if (code !== 0) throw new Error(`${commands}\nended with ${code}:\n${output.split("\n").slice(-40).join("\n")}`);
    return output;
  }

  openNewTerminal(): Promise<string> {
    return this.run(`rm -f ${TERMINAL}`);
  }

  async until(command: string, expected: RegExp, maxMs = MAX_START_MS): Promise<string> {
    const end = Date.now() + maxMs;
    for (;;) {
      const output = await this.run(command).catch((error: Error) => error.message);
      if (expected.test(output)) return output;
      if (Date.now() > end) throw new Error(`${command} did not come to ${expected}:\n${output}`);
      await pause(200);
    }
  }

  /** As a power cut does. */
  async remove(): Promise<void> {
    for (const [child, pid] of [
      [this.#init, Number(this.#pid)],
      [this.#network, this.#network?.pid],
    ] as const) {
      if (!child || child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, "exit");
      if (pid) process.kill(pid, "SIGKILL");
      else child.kill("SIGKILL");
      await ended;
    }
    await runProgram("find", [this.#groups, "-depth", "-type", "d", "-exec", "rmdir", "{}", ";"]).catch(
      () => undefined,
    );
    rmSync(join(this.#folder, ".."), { recursive: true, force: true });
  }

  async #boot(suite: Suite, port: number): Promise<void> {
    await runProgram("cp", ["-a", await debian({ suite, include: INIT }), this.#folder]);
    this.#lend();
    mkdirSync(this.#groups, { recursive: true });
    const unshare = ["unshare", ...NAMESPACES, "--fork", "--kill-child"];
    const boot = ["sh", join(import.meta.dirname, "boot.sh"), this.#folder];
    const joinGroup = `echo $$ > ${this.#groups}/cgroup.procs && exec "$@"`;
    this.#init = spawn("sh", ["-c", joinGroup, "sh", ...unshare, ...boot], { stdio: ["ignore", "ignore", "pipe"] });
    this.#pid = await this.#untilSystemd(this.#init);
    this.#network = await connect({ pid: this.#pid, socket: join(this.#folder, "../network"), port });
    await this.until("systemctl is-system-running --wait", /^(?:running|degraded)$/m);
    await this.run("mount -o remount,rw /proc/sys || true");
  }

  /** What an installer writes, and the certificates and npm settings of this machine, which may name a mirror. */
  #lend(): void {
    const hosts = "127.0.0.1 localhost machine\n::1 localhost\n";
    writeFileSync(this.pathOf("/etc/hosts"), hosts);
    rmSync(this.pathOf("/etc/resolv.conf"), { force: true });
    writeFileSync(this.pathOf("/etc/resolv.conf"), `nameserver ${NAME_SERVER}\n`);
    const { NODE_EXTRA_CA_CERTS: certificates = "/etc/ssl/certs/ca-certificates.crt" } = process.env;
    if (existsSync(certificates)) copyFileSync(certificates, this.pathOf(CERTIFICATES));
    const settings = join(homedir(), ".npmrc");
    if (existsSync(settings)) copyFileSync(settings, this.pathOf("/root/.npmrc"));
  }

  async #untilSystemd(init: ChildProcess): Promise<string> {
    let said = "";
    init.stderr?.on("data", (chunk) => {
      said += chunk;
    });
    const end = Date.now() + MAX_START_MS;
    while (init.exitCode === null && Date.now() < end) {
      const pid = readIfThere(`/proc/${init.pid}/task/${init.pid}/children`).trim();
      if (pid && readIfThere(`/proc/${pid}/comm`).trim() === "systemd") return pid;
      await pause(20);
    }
    throw new Error(`systemd did not start:\n${said}`);
  }

  #enter(commands: string): string[] {
    const environment = [...ENVIRONMENT, `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`];
    const enter = [`--target=${this.#pid}`, ...NAMESPACES];
    return [...enter, "env", "-i", ...environment, "bash", "-ec", `cd\n${commands}`];
  }
}

/** Also where a machine has the older kind of control groups it has a place for the newer. */
function unifiedGroups(): string {
  const [, place] = /^cgroup2 (\S+) cgroup2 /m.exec(readFileSync("/proc/mounts", "utf8")) ?? [];
  if (!place) throw new Error("no control groups of version 2 are mounted");
  return place;
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
