import { randomBytes } from "node:crypto";
import { closeSync, linkSync, openSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "#platform/server/config-error.ts";
import { giveToFolderOwner, makePrivateFolder } from "#platform/server/files/folder-owner.ts";

export const SECRET_FILE = "auth-secret";
const SECRET_BYTES = 48;
const MIN_LENGTH = 32;
const EFFECT_OF_NEW_SECRET =
  "A new one ends the links to change a meeting in e-mails sent before; those who are signed in stay signed in";

export const WEAK_AUTH_SECRET =
  `AUTH_SECRET must have at least ${MIN_LENGTH} characters, white space around them not counted. ` +
  `openssl rand -base64 48 prints a good one. ${EFFECT_OF_NEW_SECRET}`;

/** A guessed secret allows anybody to sign tokens and links. */
export function isStrongSecret(secret: string): boolean {
  return secret.trim().length >= MIN_LENGTH;
}

type Place = { authSecret: string | undefined; dataDir: string };

/** Without AUTH_SECRET the secret of the data folder is used, and made. Throws ConfigError if it is too weak. */
export function authSecret(place: Place): string {
  return findAuthSecret(place) ?? makeSecret(join(place.dataDir, SECRET_FILE));
}

/** The same for what must not make one. */
export function findAuthSecret({ authSecret, dataDir }: Place): string | undefined {
  if (authSecret) return authSecret;
  const file = join(dataDir, SECRET_FILE);
  const kept = readSecret(file);
  if (kept === undefined || isStrongSecret(kept)) return kept;
  throw unusable(file, kept === "" ? "is empty" : `holds fewer than ${MIN_LENGTH} characters`);
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (code === "EISDIR") throw unusable(file, "is a folder");
    if (code === "EACCES" || code === "EPERM") throw unusable(file, "may not be read by this user");
    throw error;
  }
}

function unusable(file: string, reason: string): ConfigError {
  return new ConfigError(
    `${file}, which keeps the secret behind tokens and links, ${reason}. Put the right one back, or remove it and the next ` +
      `start makes a new one. ${EFFECT_OF_NEW_SECRET}`,
  );
}

/** Two first starts at the same time use the same secret: a hard link is atomic. */
function makeSecret(file: string): string {
  const own = `${file}-${process.pid}-${randomBytes(4).toString("hex")}`;
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  makePrivateFolder(join(file, ".."));
  const opened = openSync(own, "wx", 0o600);
  try {
    // A restore makes it as root.
    giveToFolderOwner(opened, own);
    writeFileSync(opened, `${secret}\n`, { flush: true });
  } finally {
    closeSync(opened);
  }
  try {
    linkSync(own, file);
    return secret;
  } catch (error) {
    const theirs = readSecret(file);
    if (!theirs) throw error;
    return theirs;
  } finally {
    unlinkSync(own);
  }
}
