// npm run update [-- vX.Y.Z] brings this clone and its running site to a release. scripts/update.mjs starts it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ConfigError } from "#platform/server/config-error.ts";
import { readReleases } from "../release/changelog.ts";
import { buildBeside } from "./build-beside.ts";
import { candidate, exchange, exchangeInTurn, resume, type Site } from "./exchange.ts";
import { findRelease, gitIn, type Release, requireUnchanged } from "./release.ts";
import { tryToRun, UpdateError } from "./run.ts";
import { findUnits, readSettings } from "./settings.ts";
import { lockUpdate, NEXT, readState } from "./state.mjs";
import { chooseSupervisor } from "./supervisor.ts";
import { twinOf } from "./twin.ts";

const USAGE = `npm run update [-- vX.Y.Z] [--without-signature] [--remote NAME]
  [--restart COMMAND [--ports 3001,3002]]  COMMAND stop, start and restart do so; else units of systemd do`;

const root = join(import.meta.dirname, "../..");
const log = (line: string) => console.log(line);

try {
  await update(readOptions());
} catch (error) {
  if (!(error instanceof UpdateError) && !(error instanceof ConfigError)) console.error(error);
  console.error(`Not updated: ${(error as Error).message}.`);
  process.exitCode = 1;
}

type Options = ReturnType<typeof readOptions>;

async function update(options: Options): Promise<void> {
  lockUpdate(root);
  endInOrder();
  const site = await openSite(options);
  // This comes first: it needs no remote.
  if (await resume(site)) return log("Updated.");
  const from = await requireUnchanged(root);
  const release = await findRelease(root, options);
  if (!release) return log("There is no newer release.");
  log(`${release.tag}: ${release.signer ? `signed by ${release.signer}` : "taken without a signature"}.`);
  if (existsSync(join(root, "deploy/.env"))) return explainContainers(release);
  await site.twin.requireRights();
  if (!site.supervisor.isThere) await site.supervisor.stop();
  await buildBeside(root, release);
  const backup = await candidate(site, { in: "", step: "backup" });
  log(`A backup was made and restored as a proof: ${backup}`);
  await requireReady(site, backup);
  if (site.supervisor.restartInTurn && site.settings.config.databaseUrl && (await mayRunSideBySide(release)))
    await exchangeInTurn(site, release, from);
  else await exchange(site, release, from);
  log(`Updated to ${release.version}.`);
}

async function openSite({ restart, ports }: Options): Promise<Site> {
  const units = restart === undefined ? (readState(root)?.units ?? (await findUnits(root))) : [];
  const settings = await readSettings(units);
  const supervisor = chooseSupervisor(root, settings, { units, command: restart, ports });
  return { root, units, settings, supervisor, twin: twinOf(settings), log };
}

/** The new version says what it will do, and how long that takes. */
async function requireReady({ settings }: Site, backup: string): Promise<void> {
  const { environment, owner } = settings;
  const args = ["scripts/upgrade/upgrade-check.ts", "--proven", backup];
  const options = { cwd: join(root, NEXT), env: environment, owner, isShown: true };
  const { status } = await tryToRun(process.execPath, args, options);
  if (status !== 0) throw new UpdateError("it is not ready; the reason is above");
}

async function mayRunSideBySide({ commit }: Release): Promise<boolean> {
  const git = gitIn(root);
  const newer = readReleases(await git("show", `${commit}:CHANGELOG.md`));
  const here = JSON.parse(await git("show", "HEAD:package.json")).version;
  const since = newer
    .slice(
      0,
      newer.findIndex(({ version }) => version === here),
    )
    .filter(({ version }) => version);
  return since.length > 0 && since.every(({ whatToDo }) => /\bside by side\b/.test(whatToDo));
}

function explainContainers({ tag, commit }: Release): void {
  log(`${tag} may run here. Its containers are yours to change:`);
  log(`  git merge --ff-only ${commit}`);
  log("  cd deploy && docker compose up --detach --build");
  log("Containers: not checked (the way back is a backup: docs/operations.md)");
}

/** An interrupted update takes its step to an end; the terminal may be gone. */
function endInOrder(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        remote: { type: "string", default: "origin" },
        restart: { type: "string" },
        ports: { type: "string", default: "" },
        "without-signature": { type: "boolean", default: false },
      },
    });
    const [tag, ...more] = positionals;
    const ports = values.ports.split(",").filter(Boolean).map(Number);
    if (more.length === 0 && ports.every(Number.isInteger))
      return {
        tag,
        ports,
        remote: values.remote,
        restart: values.restart,
        withoutSignature: values["without-signature"],
      };
  } catch {
    // The command does not know this option.
  }
  console.error(`Usage: ${USAGE}`);
  process.exit(2);
}
