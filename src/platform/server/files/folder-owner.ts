// A command that root runs beside the site: what it makes in the site's folders has to be the site's.
import { closeSync, constants, existsSync, fchownSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_RDONLY } = constants;

/** With the open file nothing else is given away that takes its place by then. */
export function giveToFolderOwner(opened: number, path: string): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid === 0) return;
  try {
    fchownSync(opened, uid, gid);
  } catch {
    // A file system without owners, or a root without this right: the file stays as readable as it is.
  }
}

/** Only its owner may read the folder. On a read-only virtual file system mkdir with `recursive` never returns. */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makePrivateFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process made it first.
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    throw error;
  }
  giveFolder(path);
}

function giveFolder(folder: string): void {
  if (process.geteuid?.() !== 0) return;
  const opened = openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  giveToFolderOwner(opened, folder);
  closeSync(opened);
}
