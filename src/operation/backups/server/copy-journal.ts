// The journal of removals travels with the backups: encrypted like them, by the same command.
import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ENCRYPTED_JOURNAL_NAME, JOURNAL_NAME } from "#delivery/removals/removal.ts";
import { encrypting, lockOf } from "#platform/server/database/backup-encryption.ts";
import { runCommand } from "./commands.ts";
import { withUnfinished } from "./files.ts";
import type { BackupNews, BackupTask } from "./task.ts";

/** Leaves the encrypted journal beside the plain one. Only an encrypted one leaves the machine. */
export async function copyJournal(
  { folder, recipient, passphrase, copyCommand, backoffMs }: BackupTask,
  { tell }: { tell: (news: BackupNews) => void },
): Promise<void> {
  const lock = lockOf({ recipient, passphrase });
  if (!copyCommand || !lock) return;
  const file = join(folder, ENCRYPTED_JOURNAL_NAME);
  // Several processes may share the folder.
  const part = `${file}.${randomBytes(6).toString("hex")}.part`;
  try {
    await withUnfinished(part, async () => {
      const target = createWriteStream(part, { mode: 0o600, flush: true });
      await pipeline(createReadStream(join(folder, JOURNAL_NAME)), encrypting(lock), target);
      await rename(part, file);
    });
    const problem = await runCommand(copyCommand, { file, backoffMs });
    tell({ copy: { outcome: problem === null ? "good" : "failed", problem } });
  } catch (error) {
    tell({ copy: { outcome: "failed", problem: (error as Error).message } });
  }
}
