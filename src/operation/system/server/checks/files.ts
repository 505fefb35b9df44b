import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isStrongSecret, SECRET_FILE } from "#accounts/users/server/secret.ts";
import type { Finding } from "#operation/system/system.ts";
import { type Check, notChecked, ok, type Subject, trouble } from "./check.ts";
import { count } from "./words.ts";

const SECRET: Subject = { id: "secret", group: "machine", title: "Secret" };
const MODES: Subject = { id: "modes", group: "machine", title: "Who may read the files" };

const OTHERS = 0o077;
const PUBLIC_FOLDERS = new Set(["pages"]);
const MAX_FILES = 5_000;
const SHOWN = 3;

export const filesCheck: Check = {
  subjects: [SECRET, MODES],
  run: async ({ config }) => [await checkSecret(config), await checkModes([config.dataDir, config.backupDir])],
};

async function checkSecret({
  authSecret,
  dataDir,
}: {
  authSecret: string | undefined;
  dataDir: string;
}): Promise<Finding> {
  const place = authSecret ? "AUTH_SECRET" : `the file ${SECRET_FILE} in DATA_DIR`;
  const secret = authSecret ?? (await readFile(join(dataDir, SECRET_FILE), "utf8").catch(() => undefined))?.trim();
  if (secret === undefined)
    return notChecked(SECRET, `${capital(place)} cannot be read, or the first start has yet to make it.`);
  const toDo = `Set a random one: openssl rand -base64 48 prints it. Links in e-mails sent before then stop working.`;
  if (!isStrongSecret(secret)) return trouble(SECRET, `${capital(place)} is too short: it can be guessed.`, toDo);
  return ok(SECRET, `${capital(place)} is long enough.`);
}

/** A file that others can read is safe as long as its folder is closed to them. */
export async function checkModes(folders: readonly string[]): Promise<Finding> {
  if (process.platform === "win32") return notChecked(MODES, "Windows keeps rights in another way.");
  const open: string[] = [];
  for (const folder of new Set(folders)) await collectOpen(folder, open, { count: 0 });
  if (open.length === 0) return ok(MODES, "Only the user of the site can read DATA_DIR and BACKUP_DIR.");
  const names = open.slice(0, SHOWN).join(", ");
  const more = open.length > SHOWN ? ` and ${count(open.length - SHOWN, "other")}` : "";
  return trouble(
    MODES,
    `Other users of this machine can read ${names}${more}. They hold people's data or secrets.`,
    `Run chmod -R go= ${[...new Set(folders)].join(" ")}`,
  );
}

async function collectOpen(folder: string, open: string[], seen: { count: number }): Promise<void> {
  const stats = await stat(folder).catch(() => undefined);
  // A closed folder protects all its files.
  if (!stats?.isDirectory() || (stats.mode & OTHERS) === 0) return;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (seen.count++ >= MAX_FILES) return;
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !PUBLIC_FOLDERS.has(entry.name)) await collectOpen(path, open, seen);
    const file = entry.isFile() ? await stat(path).catch(() => undefined) : undefined;
    if (file && (file.mode & OTHERS) !== 0) open.push(entry.name);
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
