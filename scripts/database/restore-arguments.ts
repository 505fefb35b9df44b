import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { BackupError } from "#platform/server/database/backup.ts";
import type { BackupKeys } from "#platform/server/database/backup-encryption.ts";

const USAGE = "npm run restore -- FILE, or npm run restore -- FILE --identity KEYFILE";

/** The words after `npm run restore --`. Ends with the usage where they are others. */
export function readRestoreArguments(): { file: string; keyFile: string | undefined } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { identity: { type: "string" } } });
    const [file, ...more] = positionals;
    if (file && more.length === 0) return { file: resolve(file), keyFile: values.identity && resolve(values.identity) };
  } catch {
    // Another option.
  }
  console.error(`Usage: ${USAGE}`);
  process.exit(1);
}

/** Throws BackupError for a file without private keys as age-keygen writes them. */
export function readKeys(keyFile: string | undefined, passphrase: string | undefined): BackupKeys {
  if (keyFile === undefined) return { passphrase };
  let text: string;
  try {
    text = readFileSync(keyFile, "utf8");
  } catch (error) {
    throw new BackupError(`${keyFile} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (/^(age-encryption\.org\/|-----BEGIN AGE)/.test(text))
    throw new BackupError(`${keyFile} is encrypted itself: decrypt it with age -d first`);
  const identities = text.split(/\s*\n\s*/).filter((line) => line && !line.startsWith("#"));
  if (identities.length === 0 || identities.some((line) => !line.startsWith("AGE-SECRET-KEY-")))
    throw new BackupError(`${keyFile} does not hold private keys as age-keygen writes them`);
  return { passphrase, identities };
}
