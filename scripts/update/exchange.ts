// From the last write that the old version takes to the first that the new one takes.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UPDATE_GATE } from "#app/update-gate.ts";
import { keepChunks } from "../server/keep-chunks.ts";
import { removeBeside } from "./build-beside.ts";
import type { Release } from "./release.ts";
import { run, UpdateError } from "./run.ts";
import type { SiteSettings } from "./settings.ts";
import { clearState, exchangeCode, keepRoom, NEXT, readState, type State, takeCodeBack, writeState } from "./state.mjs";
import { type Supervisor, untilReady } from "./supervisor.ts";
import type { Twin } from "./twin.ts";

const SERVER = "build-server";

export type Site = {
  root: string;
  units: readonly string[];
  settings: SiteSettings;
  supervisor: Supervisor;
  twin: Twin;
  log(line: string): void;
};

/** Throws UpdateError after the old version runs again with all that was acknowledged. */
export async function exchange(site: Site, release: Release, from: string): Promise<void> {
  const { root, units, twin, supervisor, log } = site;
  // Of an earlier update nothing is left that the way back could take for the live database.
  await twin.clear();
  keepRoom(root);
  const darkSince = Date.now();
  const state: State = { phase: "dark", from, to: release.commit, tag: release.tag, darkSince, units };
  writeState(root, state);
  let isStopped = !twin.canReadMeanwhile;
  try {
    if (isStopped) await supervisor.stop();
    log(twin.canReadMeanwhile ? "Nothing can be written from here; reading goes on." : "The site is dark from here.");
    await twin.copy();
    await candidate(site, { in: NEXT, step: "prepare", more: twin.environment });
    closeGate(site);
    isStopped = true;
    await supervisor.stop();
    await twin.takePlace();
    exchangeCode(root, state);
    await supervisor.start();
    await untilReady(supervisor);
    await candidate(site, { in: "", step: "try" });
    // From here a visitor may write: there is no way back.
    writeState(root, { ...state, phase: "opening" });
  } catch (error) {
    log(`It failed: ${(error as Error).message}.`);
    await goBack(site, state, { isStopped }).catch(({ message }: Error) => {
      throw new UpdateError(`The way back did not end either: ${message}.\nRun the same command again`);
    });
    throw new UpdateError(`${release.tag} did not run here. The version before runs, with everything`);
  }
  openGate(site);
  log(`Open after ${((Date.now() - darkSince) / 1000).toFixed(1)} s.`);
  try {
    await finish(site);
  } catch (error) {
    log(`What was there before is not deleted yet (${(error as Error).message}). Run the same command again.`);
    process.exitCode = 1;
  }
}

/** Does the rest of an update that was killed. True if it has ended with the new version. */
export async function resume(site: Site): Promise<boolean> {
  const { root, supervisor, log } = site;
  const state = readState(root);
  if (state?.phase === "dark") {
    log(`An update to ${state.tag} was cut short: the version before comes back.`);
    await goBack(site, state);
  }
  if (state?.phase === "turning") {
    log(`An update to ${state.tag} was cut short: both processes get it.`);
    await restartInTurn(site);
    await removeBeside(root);
    clearState(root);
    return true;
  }
  if (state?.phase !== "opening") return false;
  log(`An update to ${state.tag} was cut short at its end.`);
  openGate(site);
  await supervisor.start();
  await untilReady(supervisor);
  await finish(site);
  return true;
}

/** Each step can be repeated, so a kill on the way back is as good as one on the way there. */
async function goBack(site: Site, state: State, { isStopped = true } = {}): Promise<void> {
  const { root, supervisor, twin, log } = site;
  if (isStopped) {
    await supervisor.stop();
    takeCodeBack(root, state);
  }
  await twin.goBack();
  openGate(site);
  if (isStopped) {
    await supervisor.start();
    await untilReady(supervisor);
  }
  clearState(root);
  // A full disk may refuse even this. The next update begins with it.
  await twin.clear().catch(({ message }: Error) => log(`The copy is not deleted yet: ${message}.`));
  log(
    `The version before takes everything again after ${((Date.now() - (state.darkSince ?? Date.now())) / 1000).toFixed(1)} s.`,
  );
  await leave(site);
}

async function finish(site: Site): Promise<void> {
  const { root, twin } = site;
  await twin.clear();
  await removeBeside(root);
  clearState(root);
  await leave(site);
}

async function leave({ supervisor, log }: Site): Promise<void> {
  const more = await supervisor.leave();
  if (more) log(more);
}

/** Old and new side by side: nothing is dark, and the database is migrated where it is. */
export async function exchangeInTurn(site: Site, release: Release, from: string): Promise<void> {
  const { root, units, log } = site;
  await keepChunks(join(root, SERVER), join(root, NEXT, SERVER));
  await candidate(site, { in: NEXT, step: "migrate" });
  const state: State = { phase: "turning", from, to: release.commit, tag: release.tag, units };
  keepRoom(root);
  writeState(root, state);
  try {
    exchangeCode(root, state);
    await restartInTurn(site);
  } catch (error) {
    takeCodeBack(root, state);
    clearState(root);
    throw new UpdateError(
      `${(error as Error).message}. The code of the version before is back, and what still runs of it goes on. Start the rest again, or restore the backup if it refuses the database`,
    );
  }
  log("Nothing was dark.");
  await removeBeside(root);
  clearState(root);
}

async function restartInTurn(site: Site): Promise<void> {
  await site.supervisor.restartInTurn?.();
  await untilReady(site.supervisor);
  await candidate(site, { in: "", step: "try" });
}

type Step = { in: string; step: "backup" | "prepare" | "migrate" | "try"; more?: Record<string, string> };

/** As the account that owns the data. */
export async function candidate({ root, settings }: Site, { in: folder, step, more }: Step): Promise<string> {
  const { environment, owner } = settings;
  const env = { ...environment, ...more, NODE_ENV: "production" };
  const cwd = join(root, folder);
  try {
    return (await run(process.execPath, ["scripts/update/candidate.ts", step], { cwd, env, owner })).trim();
  } catch (error) {
    throw new UpdateError((error as Error).message.replace(/^\S+ \S+ /, ""));
  }
}

function closeGate({ settings }: Site): void {
  writeFileSync(gateOf(settings), "", { mode: 0o644, flush: true });
}

function openGate({ settings }: Site): void {
  rmSync(gateOf(settings), { force: true });
}

function gateOf({ config }: SiteSettings): string {
  return join(config.dataDir, UPDATE_GATE);
}
