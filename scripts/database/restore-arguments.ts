import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ENCRYPTED_JOURNAL_NAME, JOURNAL_NAME } from "#delivery/removals/removal.ts";
import { BackupError, type BackupKeys, isEncryptedBackup } from "#platform/server/database/backup/backup-encryption.ts";

export type NamedJournal = { file: string; isNamed: boolean } | undefined;

type Arguments = { file: string; keyFile: string | undefined; isPlain: boolean; isAll: boolean; journal: NamedJournal };

const USAGE = "npm run restore -- FILE [--identity KEYFILE | --plain] [--journal FILE | --without-journal] [--all]";

export function readRestoreArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        identity: { type: "string" },
        plain: { type: "boolean" },
        all: { type: "boolean" },
        journal: { type: "string" },
        "without-journal": { type: "boolean" },
      },
    });
    const [word, ...more] = positionals;
    const isWithout = values["without-journal"] === true;
    if (word && more.length === 0 && !(isWithout && values.journal !== undefined)) {
      const file = resolve(word);
      const keyFile = values.identity && resolve(values.identity);
      const isPlain = values.plain === true;
      const isAll = values.all === true;
      return { file, keyFile, isPlain, isAll, journal: isWithout ? undefined : journalOf(file, values.journal) };
    }
  } catch {
    // The command does not know this option.
  }
  console.error(`Usage: ${USAGE}`);
  process.exit(1);
}

/** The default is the newer of the plain and the encrypted journal beside the backup. */
function journalOf(file: string, named: string | undefined): NamedJournal {
  if (named !== undefined) return { file: resolve(named), isNamed: true };
  const plain = join(dirname(file), JOURNAL_NAME);
  const encrypted = join(dirname(file), ENCRYPTED_JOURNAL_NAME);
  return { file: writtenAt(encrypted) > writtenAt(plain) ? encrypted : plain, isNamed: false };
}

function writtenAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Throws BackupError for a plain file where an encrypted one is expected, unless an option allows it. */
export async function requireLocked(
  { file, keyFile, isPlain }: Arguments,
  { backupRecipient, backupPassphrase }: { backupRecipient: string | undefined; backupPassphrase: string | undefined },
): Promise<void> {
  if (isPlain || (keyFile ?? backupRecipient ?? backupPassphrase) === undefined) return;
  if (!(await isEncryptedBackup(file)))
    throw new BackupError(
      `${file} is not encrypted, though backups of this site are: anybody can have written it. If you trust it, add --plain. Nothing was restored`,
    );
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
