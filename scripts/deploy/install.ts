// Follows "Without containers" of docs/install.md on a small, fresh Debian. systemd does not run in it, so that its place is taken
// here: what systemctl would start is started by what the copied unit says.
import { match, ok, strictEqual } from "node:assert";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#test/programs/postgres.ts";
import { bookMeeting } from "#test/programs/requests.ts";
import { futureCaddy, startCaddy } from "./caddy.ts";
import { debian } from "./debian.ts";
import { copyTree, requirePrograms, root, runProgram } from "./part.ts";
import { Visitor } from "./visitor.ts";

const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";
const DOMAIN = "https://homes.example.com";
/** Only told what it would do. */
const SUPERVISOR = '#!/bin/sh\necho "$(basename $0) $*" >> /root/asked\n';

export async function followDocument(): Promise<string> {
  requirePrograms("debootstrap", "caddy", "tar", "git");
  const folder = mkdtempSync(join(tmpdir(), "fresh-debian-"));
  const { url, port } = await futureCaddy();
  const upstream = await freePort();
  let site: ChildProcess | undefined;
  try {
    await runProgram("cp", ["-a", `${await debian()}/.`, folder]);
    prepare(folder);
    const since = Date.now();
    for (const block of commandsOf(readFileSync(join(root, "docs/install.md"), "utf8"))) {
      if (block.includes("git clone")) await copyTree(join(folder, "srv/porchlight"));
      await inside(folder, block.replace(/^git clone .*$/m, ":").replaceAll(DOMAIN, url));
      if (!block.includes("systemctl enable --now porchlight")) continue;
      appendFileSync(join(folder, "etc/porchlight.env"), `PORT=${upstream}\n`);
      site = await startUnit(folder);
    }
    const seconds = Math.round((Date.now() - since) / 1000);
    match(readFileSync(join(folder, "root/asked"), "utf8"), /systemctl restart caddy/);
    match(
      readFileSync(join(folder, "etc/systemd/system/caddy.service.d/porchlight.conf"), "utf8"),
      new RegExp(`PUBLIC_URL=${url}`),
    );
    strictEqual(
      readFileSync(join(folder, "etc/caddy/Caddyfile"), "utf8"),
      readFileSync(join(root, "deploy/Caddyfile"), "utf8"),
    );
    await inside(folder, `PUBLIC_URL=${url} caddy validate --config /etc/caddy/Caddyfile`);
    await visit({ port, upstream });
    return `${seconds} s from the first command to the last`;
  } finally {
    if (site) await end(site);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The packages of npm come from where this machine gets them. */
function prepare(folder: string): void {
  for (const name of ["systemctl", "journalctl"]) {
    const file = join(folder, "usr/local/bin", name);
    writeFileSync(file, SUPERVISOR);
    chmodSync(file, 0o755);
  }
  copyFileSync("/etc/resolv.conf", join(folder, "etc/resolv.conf"));
  if (existsSync(CERTIFICATES)) copyFileSync(CERTIFICATES, join(folder, "etc/certificates-of-this-machine.pem"));
}

function commandsOf(document: string): string[] {
  const [, section = ""] = /^## Without containers\n([\s\S]*?)^## /m.exec(document) ?? [];
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
  ok(blocks.length > 4, "docs/install.md has no commands");
  return blocks;
}

/** Where the person is: in the folder of the code, once it is there. */
function inside(folder: string, commands: string): Promise<string> {
  const code = "/srv/porchlight";
  const place = existsSync(join(folder, code)) ? code : "/";
  const env = {
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    HOME: "/root",
    DEBIAN_FRONTEND: "noninteractive",
    NODE_EXTRA_CA_CERTS: "/etc/certificates-of-this-machine.pem",
  };
  return runProgram("chroot", [folder, "sh", "-ec", `cd ${place}\n${commands}`], { env });
}

/** With the user, folders, settings and program of the unit, and without its hardening. Resolves once the site serves. */
async function startUnit(folder: string): Promise<ChildProcess> {
  const unit = readFileSync(join(folder, "etc/systemd/system/porchlight.service"), "utf8");
  const all = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
  const one = (name: string) => all(name)[0] ?? "";
  const [user, state, cache] = [
    one("User"),
    `/var/lib/${one("StateDirectory")}`,
    `/var/cache/${one("CacheDirectory")}`,
  ];
  await inside(
    folder,
    `install --directory --mode=${one("StateDirectoryMode")} --owner=${user} --group=${user} ${state} ${cache}`,
  );
  const command = `set -a; ${all("Environment").join("; ")}; . ${one("EnvironmentFile")}; cd ${one("WorkingDirectory")}; umask ${one("UMask")}
    exec setpriv --reuid=${user} --regid=${user} --clear-groups --no-new-privs ${one("ExecStart")}`;
  const site = spawn("chroot", [folder, "sh", "-ec", command], { stdio: ["ignore", "pipe", "inherit"] });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = "";
  site.stdout.on("data", (chunk) => {
    said += chunk;
    if (said.includes("The site is at")) resolve();
  });
  site.once("exit", () => reject(new Error(`The site did not start:\n${said}`)));
  await promise;
  match(said, /The first admin is you@example\.com\. Password/);
  return site;
}

async function visit({ port, upstream }: { port: number; upstream: number }): Promise<void> {
  const caddy = await startCaddy(port, [upstream]);
  try {
    strictEqual((await new Visitor(caddy, "127.0.0.1").call("/")).status, 200);
    await bookMeeting({ url: `http://127.0.0.1:${upstream}` });
  } finally {
    await caddy.stop();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
