// The settings of the running site: those of its units, or of this shell.
import { existsSync, readFileSync, statSync } from "node:fs";
import { parseEnv } from "node:util";
import { type Config, readConfig } from "#app/config.ts";
import { run, tryToRun, UpdateError } from "./run.ts";

export type Environment = Record<string, string | undefined>;

export type SiteSettings = {
  environment: Environment;
  config: Config;
  /** Of the data. Only root can act for another account. */
  owner: { uid: number; gid: number } | undefined;
};

/** Units of this clone that run. */
export async function findUnits(root: string): Promise<string[]> {
  if (!existsSync("/run/systemd/system")) return [];
  const listed = await tryToRun(
    "systemctl",
    ["list-units", "--all", "--plain", "--no-legend", "porchlight.service", "porchlight@*.service"],
    { cwd: root },
  );
  const names = listed.out
    .split("\n")
    .filter((line) => line.includes(" loaded "))
    .map((line) => line.split(" ")[0] ?? "");
  const here = await Promise.all(names.map(async (name) => (await property(name, "WorkingDirectory")) === root));
  const enabled = await Promise.all(names.map(isWanted));
  return names.filter((_, index) => here[index] && enabled[index]).sort();
}

export async function readSettings(units: readonly string[]): Promise<SiteSettings> {
  const [unit] = units;
  const given: Environment = { ...process.env, ...(unit && (await environmentOf(unit))) };
  const config = readConfig(given);
  // A release is tried in a folder of its own, from which a relative path would lead elsewhere.
  const environment = {
    ...given,
    DATA_DIR: config.dataDir,
    ...(given.BACKUP_DIR && { BACKUP_DIR: config.backupDir }),
    ...(given.SITE_CONFIG && { SITE_CONFIG: config.siteConfig }),
  };
  return { environment, config, owner: ownerOf(config.dataDir) };
}

async function environmentOf(unit: string): Promise<Environment> {
  const own = (await property(unit, "Environment")).split(" ").filter((word) => word.includes("="));
  const files = [...(await property(unit, "EnvironmentFiles")).matchAll(/(\S+) \(ignore_errors=(yes|no)\)/g)];
  const ofFiles = files.flatMap(([, file = ""]) => (existsSync(file) ? [readFileAsSystemd(file)] : []));
  // As systemd has it: files come after what the unit says itself.
  return Object.assign(parseEnv(own.join("\n")), ...ofFiles);
}

/** Throws if Node reads a value otherwise than systemd and a shell: it takes what follows a # for a comment. */
export function readFileAsSystemd(file: string): Environment {
  const text = readFileSync(file, "utf8");
  const [, name] = /^[ \t]*(\w+)=(?!["'])[^\n]*#/m.exec(text) ?? [];
  if (name) throw new UpdateError(`${name} in ${file} has a # without quotes. Put single quotes around its value`);
  return parseEnv(text);
}

async function isWanted(unit: string): Promise<boolean> {
  return (await property(unit, "ActiveState")) !== "inactive" || /^enabled/.test(await property(unit, "UnitFileState"));
}

async function property(unit: string, name: string): Promise<string> {
  return (await run("systemctl", ["show", "--value", `--property=${name}`, unit], { cwd: "/" })).trim();
}

function ownerOf(dataDir: string): SiteSettings["owner"] {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return undefined;
  const { uid, gid } = statSync(dataDir);
  return { uid, gid };
}
