import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ENCRYPTED_JOURNAL_NAME, JOURNAL_NAME } from "#delivery/removals/removal.ts";
import { withJournalLock } from "#delivery/removals/server/journal-file.ts";
import { encrypting, lockOf } from "#platform/server/database/backup/backup-encryption.ts";
import { durable, replaceFile } from "#platform/server/files/durable-file.ts";
import { withFileLock } from "#platform/server/files/file-lock.ts";
import { runCommand } from "./commands.ts";
import type { BackupNews, BackupTask } from "./task.ts";

/** Only an encrypted journal leaves the machine. */
export async function copyJournal(
  { folder, recipient, passphrase, copyCommand, backoffMs }: BackupTask,
  { send }: { send: (news: BackupNews) => void },
): Promise<void> {
  const lock = lockOf({ recipient, passphrase });
  if (!copyCommand || !lock) return;
  const [journal, file] = [join(folder, JOURNAL_NAME), join(folder, ENCRYPTED_JOURNAL_NAME)];
  try {
    // An earlier copy that is still on its way would replace this one.
    const problem = await withFileLock(`${file}.lock`, async () => {
      // The lock keeps other processes from appending to the journal now.
      await withJournalLock(journal, () =>
        replaceFile(file, (part) => pipeline(createReadStream(journal), encrypting(lock), durable(part))),
      );
      return runCommand(copyCommand, { file, backoffMs });
    });
    send({ journal: { problem } });
  } catch (error) {
    send({ journal: { problem: (error as Error).message } });
  }
}
