import type { BackupState } from "#operation/backups/backup.ts";
import { readBackupState, readBeginning } from "#operation/backups/server/store.ts";
import type { Finding } from "#operation/system/system.ts";
import {
  type Check,
  type CheckContext,
  notChecked,
  ok,
  quietWarning,
  type Subject,
  type SystemConfig,
  trouble,
  warning,
} from "./check.ts";
import { at, durationText, sentence } from "./words.ts";

const MADE: Subject = { id: "backup-made", group: "backups", title: "Nightly backup" };
const PROVEN: Subject = { id: "backup-proof", group: "backups", title: "Proof that it can be restored" };
const COPIED: Subject = { id: "backup-copy", group: "backups", title: "Copy off this machine" };
const ENCRYPTED: Subject = { id: "backup-encryption", group: "backups", title: "Encryption" };

const MAX_AGE_MS = 48 * 60 * 60_000;

export const backupsCheck: Check = {
  subjects: [MADE, PROVEN, COPIED, ENCRYPTED],
  run: async (context) => {
    const state = await readBackupState(context.read);
    const { config, now } = context;
    const encrypted = await checkEncryption(config);
    if (config.backupAt === null && state.latest === null)
      return [
        warning(
          MADE,
          "Nightly backups are switched off (BACKUP_AT=off).",
          "Remove BACKUP_AT=off from the settings, unless something else makes backups.",
        ),
        notChecked(PROVEN, "There is no nightly backup to prove."),
        notChecked(COPIED, "There is no nightly backup to copy."),
        encrypted,
      ];
    const isYoung = now.getTime() - (await readBeginning(context.read)).getTime() < MAX_AGE_MS;
    return [made(state, context, isYoung), proven(state, context, isYoung), copied(state, config), encrypted];
  },
};

function made({ latest, madeAt }: BackupState, { config, now }: CheckContext, isYoung: boolean): Finding {
  const age = madeAt === null ? undefined : now.getTime() - Date.parse(madeAt);
  const last = age === undefined ? "None is good yet" : `The last good one was made ${durationText(age)} ago`;
  const look =
    "Correct what it names, and look here again after the next night. Until then run npm run backup -- FILE.";
  if (latest?.outcome === "failed")
    return trouble(MADE, `The backup of ${at(latest.startedAt)} failed: ${sentence(latest.problem)} ${last}.`, look);
  if (latest?.outcome === "skipped")
    return trouble(
      MADE,
      `The backup of ${at(latest.startedAt)} was skipped: ${sentence(latest.problem)} ${last}.`,
      look,
    );
  if (config.backupAt === null)
    return warning(
      MADE,
      `Nightly backups are switched off (BACKUP_AT=off). ${last}.`,
      "Remove BACKUP_AT=off from the settings.",
    );
  if (age === undefined && isYoung)
    return ok(MADE, `The first one is made at ${config.backupAt} of the company's day.`);
  if (age === undefined || age > MAX_AGE_MS)
    return trouble(
      MADE,
      `There was no good backup for 48 hours. ${last}.`,
      `Check that the site runs at ${config.backupAt} of the company's day, and look for "backup" in its log.`,
    );
  return ok(MADE, `${last}${latest?.outcome === "running" ? ", and one is being made now" : ""}.`);
}

function proven({ latest, madeAt, provenAt }: BackupState, { now }: CheckContext, isYoung: boolean): Finding {
  const age = provenAt === null ? undefined : now.getTime() - Date.parse(provenAt);
  const last =
    age === undefined ? "None was ever restored" : `The last one that was restored is ${durationText(age)} old`;
  if (latest?.outcome === "running") return notChecked(PROVEN, `A backup is being made now. ${last}.`);
  const { outcome, problem } = latest?.proof ?? { outcome: "not yet", problem: null };
  if (outcome === "failed")
    return trouble(
      PROVEN,
      `The newest backup could not be restored: ${sentence(problem)} ${last}.`,
      "Do not rely on this file. Correct what it names; keep the older files until a new one is proven.",
    );
  if (outcome === "skipped")
    return trouble(
      PROVEN,
      `The newest backup was not restored: ${sentence(problem)} ${last}.`,
      "Correct what it names.",
    );
  if (madeAt === null && isYoung) return ok(PROVEN, "Each backup is restored beside the site as soon as it is made.");
  if (age === undefined ? !isYoung : age > MAX_AGE_MS)
    return trouble(
      PROVEN,
      `No backup was restored for 48 hours. ${last}.`,
      'Look for "backup" in the log, and restore the newest file by hand into an empty folder.',
    );
  return ok(PROVEN, `${last}.`);
}

function copied({ latest }: BackupState, { backupCommand }: SystemConfig): Finding {
  const copy = latest?.copy;
  if (copy?.outcome === "failed")
    return trouble(
      COPIED,
      `The newest backup was not copied: ${sentence(copy.problem)}`,
      "Run the command of BACKUP_COMMAND by hand, as the user of the site, and read what it says.",
    );
  if (copy?.outcome === "withheld")
    return trouble(
      COPIED,
      `The newest backup was not copied: ${sentence(copy.problem ?? "only encrypted files leave this machine")}`,
      "Set BACKUP_RECIPIENT or BACKUP_PASSPHRASE, so that backups are encrypted.",
    );
  if (latest && copy?.outcome === "good") return ok(COPIED, `The backup of ${at(latest.startedAt)} was copied.`);
  if (!backupCommand)
    return quietWarning(
      COPIED,
      "Backups stay on this machine. If its disk dies, they are gone as well.",
      "Set BACKUP_COMMAND to a program that copies them elsewhere, or copy them yourself.",
    );
  return notChecked(COPIED, "The next backup is copied when it is made.");
}

async function checkEncryption({ backupRecipient, backupPassphrase }: SystemConfig): Promise<Finding> {
  if (backupRecipient && !(await isRecipient(backupRecipient)))
    return trouble(
      ENCRYPTED,
      "BACKUP_RECIPIENT is not an age public key: one of its characters is wrong. No backup can be made.",
      "Copy the whole line that begins with age1 from the output of age-keygen.",
    );
  if (backupRecipient) return ok(ENCRYPTED, "Backups are encrypted for the key of BACKUP_RECIPIENT.");
  if (backupPassphrase) return ok(ENCRYPTED, "Backups are encrypted with the passphrase of BACKUP_PASSPHRASE.");
  return quietWarning(
    ENCRYPTED,
    "Backups are not encrypted: each file holds everything about everybody who wrote or booked.",
    "Set BACKUP_RECIPIENT or BACKUP_PASSPHRASE, and keep the key or the passphrase away from this machine.",
  );
}

async function isRecipient(recipient: string): Promise<boolean> {
  const encryption = await import("#platform/server/database/backup/backup-encryption.ts");
  return encryption.isRecipient(recipient);
}
