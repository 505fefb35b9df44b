import { enqueueMail } from "#delivery/mail/server/store.ts";
import type { Finding } from "#operation/system/system.ts";
import type { Database } from "#platform/server/database/database.ts";
import { ALARMS, type AlarmId, type AlarmMail, isAlarmId } from "./alarm-words.ts";
import { machineOf } from "./checks/disk.ts";
import { claimAlarm, claimEndedAlarm, listAlarms, recordRecovery, recordTrouble } from "./store.ts";

type Options = {
  findings: readonly Finding[];
  now: Date;
  log: Record<"info" | "error", (details: object, text: string) => void>;
};

/** Two checks in a row must find the trouble, so that a passing moment wakes nobody. */
const RAISE_AFTER_MS = 4 * 60_000;
const CLEAR_AFTER_MS = 30 * 60_000;

/**
 * Trouble raises an alarm, and ok or a quiet warning ends it. Any number of processes may call it: one of them enqueues
 * the mail.
 */
export async function updateAlarms(database: Database, { findings, now, log }: Options): Promise<void> {
  const raised = new Set((await listAlarms(database.read)).map(({ id }) => id));
  for (const finding of findings) {
    if (!isAlarmId(finding.id)) continue;
    const id = keyOf(finding.id, machineOf(database.engine));
    const alarm = { id, finding: { ...finding, id: finding.id }, now };
    if (finding.state === "trouble" && (await raise(database, alarm)))
      log.error({ alarm: finding.id, found: finding.found }, "trouble with the site");
    if ((finding.state === "ok" || finding.isQuiet) && raised.has(id) && (await clear(database, alarm)))
      log.info({ alarm: finding.id }, "trouble with the site is over");
  }
}

type Alarm = { id: string; finding: Finding & { id: AlarmId }; now: Date };

async function raise(database: Database, { id, finding, now }: Alarm): Promise<boolean> {
  return database.transaction(async (trx) => {
    await recordTrouble(trx, id, now);
    const taken = await claimAlarm(trx, { id, badBefore: new Date(now.getTime() - RAISE_AFTER_MS), now });
    if (taken && ALARMS[finding.id].isMailed) {
      const { found, toDo } = finding;
      const mail: AlarmMail = { alarm: finding.id, since: taken.bad_since, found, toDo, overAt: null };
      await enqueueMail(trx, [{ kind: "system-alarm", recordId: id, detail: JSON.stringify(mail), dueAt: now }], now);
    }
    return taken !== undefined;
  });
}

async function clear(database: Database, { id, finding, now }: Alarm): Promise<boolean> {
  return database.transaction(async (trx) => {
    await recordRecovery(trx, id, now);
    const ended = await claimEndedAlarm(trx, { id, goodBefore: new Date(now.getTime() - CLEAR_AFTER_MS) });
    if (ended && ALARMS[finding.id].isMailed) {
      const mail: AlarmMail = {
        alarm: finding.id,
        since: ended.bad_since,
        found: finding.found,
        toDo: null,
        overAt: ended.good_since,
      };
      await enqueueMail(trx, [{ kind: "system-alarm", recordId: id, detail: JSON.stringify(mail), dueAt: now }], now);
    }
    return ended !== undefined;
  });
}

/** Each machine has its own disk. */
function keyOf(id: AlarmId, machine: string): string {
  return id.startsWith("disk-") && machine ? `${id}@${machine}` : id;
}
