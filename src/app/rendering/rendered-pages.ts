import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Config } from "#app/config.ts";
import { PICTURES_PATH } from "#company/facts/pictures.ts";
import type { CompanyVersion } from "#company/facts/version.ts";
import { BACKUPS_KEPT_TOKEN, keptWords } from "#company/shell/keeping.ts";
import { CALENDAR_FEEDS_PATH } from "#inquiries/agenda/calendar-feed.ts";
import { PUBLIC_URL_TOKEN, type SettingsInPages } from "#platform/page-file.ts";

type Version = Pick<CompanyVersion, "number" | "facts">;

export type AllPages = {
  out: string;
  icon?: Uint8Array | undefined;
  previous?: string | undefined;
};

export type RenderTask = { build: string; version: Version } & (AllPages | { path: string });

export const PAGES_FOLDER = "pages";

export const NOT_PAGES = [CALENDAR_FEEDS_PATH, PICTURES_PATH];

type Options = {
  build: string;
  buildId: string;
  dataDir: string;
  version: Version;
} & Omit<AllPages, "out">;

export function settingsInPages(
  config: Pick<Config, "publicUrl" | "backupAt" | "backupKeep" | "backupCommand">,
): SettingsInPages {
  return { [PUBLIC_URL_TOKEN]: config.publicUrl, [BACKUPS_KEPT_TOKEN]: keptWords(config) };
}

/** A failure leaves the present folder. Rejects if the build was replaced, because its scripts are others. */
export async function renderedPages({ build, buildId, dataDir, ...task }: Options): Promise<string> {
  const key = keyOf(buildId, task.version);
  for (const parent of [build, dataDir]) {
    const known = join(parent, PAGES_FOLDER, key);
    if (existsSync(known)) return known;
  }
  await refuseOtherBuild(build, buildId);
  return renderInto(join(dataDir, PAGES_FOLDER), key, { build, ...task });
}

async function refuseOtherBuild(build: string, buildId: string): Promise<void> {
  if ((await readBuildId(build)) !== buildId)
    throw new Error("The site was built again since it started. Please restart it first.");
}

/** The folder gets its name at the end, so that neither another process nor a crash leaves it half full. */
export async function renderInto(
  parent: string,
  key: string,
  { timeoutMs = RENDER_TIMEOUT_MS, ...task }: Omit<Options, "buildId" | "dataDir"> & { timeoutMs?: number },
): Promise<string> {
  const folder = join(parent, key);
  const out = unfinished(folder);
  await mkdir(out, { recursive: true });
  try {
    await render({ ...task, out }, timeoutMs);
    await rename(out, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(out, { recursive: true, force: true });
  }
  return folder;
}

export async function renderOne(
  path: string,
  { build, buildId, version }: Pick<Options, "build" | "buildId" | "version">,
) {
  await refuseOtherBuild(build, buildId);
  return render({ build, version, path }, RENDER_TIMEOUT_MS);
}

function unfinished(folder: string): string {
  return `${folder}.part-${randomBytes(4).toString("hex")}`;
}

export async function deleteOtherPages(dataDir: string, kept: string): Promise<void> {
  const parent = join(dataDir, PAGES_FOLDER);
  const names = await readdir(parent).catch(() => []);
  for (const path of names.map((name) => join(parent, name))) {
    if (path === kept || Date.now() - (await stat(path)).mtimeMs < UNFINISHED_MS) continue;
    const out = unfinished(path);
    await rename(path, out);
    await rm(out, { recursive: true, force: true });
  }
}

/** Rendering takes a hundredth of it. Without an end, an admin and every later version would wait for a page that loops. */
const RENDER_TIMEOUT_MS = 120_000;
const UNFINISHED_MS = 10 * 60_000;

export function readBuildId(build: string): Promise<string> {
  return readFile(join(build, "build-id"), "utf8");
}

export function keyOf(buildId: string, { number, facts }: Version): string {
  const sum = createHash("sha256")
    .update(buildId)
    .update(JSON.stringify([number, facts]));
  return sum.digest("hex").slice(0, 24);
}

function render(workerData: RenderTask, timeoutMs: number): Promise<string | undefined> {
  const worker = new Worker(new URL("./render-worker.ts", import.meta.url), { workerData });
  let isLate = false;
  let said: string | undefined;
  worker.once("message", (text: string) => {
    said = text;
  });
  const timer = setTimeout(() => {
    isLate = true;
    void worker.terminate();
  }, timeoutMs);
  return new Promise<string | undefined>((resolve, reject) => {
    worker.once("error", reject);
    worker.once("exit", (code) => {
      if (isLate) reject(new Error(`Rendering took longer than ${timeoutMs / 1000} s.`));
      else if (code === 0) resolve(said);
      else reject(new Error(`Rendering ended with ${code}.`));
    });
  }).finally(() => clearTimeout(timer));
}
