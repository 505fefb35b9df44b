import { cpSync, existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { debian } from "./debian.ts";
import { NotChecked, requirePrograms, runProgram } from "./part.ts";

const FILE = join(import.meta.dirname, "stand-ins.Containerfile");

export async function requireEngine(): Promise<void> {
  requirePrograms("docker", "debootstrap", "tar", "git");
  await docker("info", "--format", "{{.ServerVersion}}").catch(() => {
    throw new NotChecked("no Docker engine answers");
  });
}

export function docker(...args: string[]): Promise<string> {
  return runProgram("docker", args);
}

export async function buildStandIns(folder: string, targets: readonly string[]): Promise<void> {
  const archive = `${folder}.tar`;
  const without = ["dev", "proc", "sys"].map((path) => `--exclude=./${path}/*`);
  await runProgram("tar", ["-C", await debian(), ...without, "-cf", archive, "."]);
  await docker("import", archive, "porchlight-check/debian");
  mkdirSync(folder);
  const lend = (from: string, to: string) => {
    if (existsSync(from)) cpSync(from, join(folder, to), { recursive: true, dereference: true });
    else mkdirSync(join(folder, to));
  };
  lend("/etc/ssl/certs", "certificates");
  lend(join(homedir(), ".npmrc"), "npmrc");
  lend(dirname(dirname(process.env.npm_execpath ?? "/usr/lib/node_modules/npm/bin/npm-cli.js")), "npm");
  lend(process.execPath, "node");
  lend(join(import.meta.dirname, "npm.sh"), "npm.sh");
  lend(join(import.meta.dirname, "postgres.sh"), "postgres.sh");
  for (const target of targets)
    await docker("build", "--target", target, "--tag", `porchlight-check/${target}`, "--file", FILE, folder);
}

export async function removeStandIns(targets: readonly string[]): Promise<void> {
  const names = [...targets, "debian"].map((target) => `porchlight-check/${target}`);
  await docker("image", "rm", "--force", ...names).catch(() => undefined);
}
