import { isJournalCopyBehind, readJournalCopy } from "#operation/backups/server/store.ts";
import { type Check, type CheckContext, notChecked, ok, type Subject, trouble } from "./check.ts";
import { at, sentence } from "./words.ts";

const JOURNAL: Subject = { id: "journal-copy", group: "backups", title: "Copy of the journal of removals" };

export const journalCopyCheck: Check = {
  subjects: [JOURNAL],
  run: async ({ read, config }: CheckContext) => {
    const isEncrypted = (config.backupRecipient ?? config.backupPassphrase) !== undefined;
    if (!config.backupCommand) return [notChecked(JOURNAL, "Without BACKUP_COMMAND it stays on this machine.")];
    if (!isEncrypted) return [notChecked(JOURNAL, "It leaves this machine only where backups are encrypted.")];
    const copy = await readJournalCopy(read);
    if (!copy) return [notChecked(JOURNAL, "It is copied within minutes of the start.")];
    const last =
      copy.copiedAt === null ? "No copy has succeeded yet" : `The last copy that succeeded is of ${at(copy.copiedAt)}`;
    if (!(await isJournalCopyBehind(read))) return [ok(JOURNAL, `${last}.`)];
    const why = copy.problem === null ? "it is older than the newest copied backup." : sentence(copy.problem);
    return [
      trouble(
        JOURNAL,
        `The journal of removals was not copied: ${why} ${last}.`,
        "Correct what it names; the site tries again every minute. A restore from the copies does not know who has left since then, and is held.",
      ),
    ];
  },
};
