import { setTimeout as sleep } from "node:timers/promises";
import type { Finding } from "#operation/system/system.ts";
import { addressCheck } from "./checks/address.ts";
import { backupsCheck } from "./checks/backups.ts";
import { type Check, type CheckContext, notChecked } from "./checks/check.ts";
import { diskCheck } from "./checks/disk.ts";
import { filesCheck } from "./checks/files.ts";
import { holdCheck } from "./checks/hold.ts";
import { journalCopyCheck } from "./checks/journal-copy.ts";
import { mailCheck } from "./checks/mail.ts";
import { newerReleaseCheck } from "./checks/newer-release.ts";
import { passkeysCheck } from "./checks/passkeys.ts";
import { processesCheck } from "./checks/processes.ts";
import { publicUrlCheck } from "./checks/public-url.ts";
import { pushCheck } from "./checks/push.ts";
import { senderDomainCheck } from "./checks/sender-domain.ts";
import { trafficCheck } from "./checks/traffic.ts";
import { versionCheck } from "./checks/version.ts";
import { webhooksCheck } from "./checks/webhooks.ts";

const CHECKS: readonly Check[] = [
  versionCheck,
  newerReleaseCheck,
  processesCheck,
  holdCheck,
  backupsCheck,
  journalCopyCheck,
  publicUrlCheck,
  passkeysCheck,
  addressCheck,
  mailCheck,
  senderDomainCheck,
  webhooksCheck,
  pushCheck,
  diskCheck,
  filesCheck,
  trafficCheck,
];

/** A check that takes longer does not hold up the others. */
const TIMEOUT_MS = 4_000;

export type Failed = (error: unknown, check: string) => void;

/** A check that fails gives "not checked". */
export async function runChecks(
  context: CheckContext,
  { choose = () => true, onFailed }: { choose?: (check: Check) => boolean; onFailed: Failed },
): Promise<Finding[]> {
  const results = CHECKS.filter(choose).map((check) => runCheck(check, context, onFailed));
  return (await Promise.all(results)).flat();
}

async function runCheck({ subjects, run }: Check, context: CheckContext, onFailed: Failed): Promise<Finding[]> {
  const all = (found: string) => subjects.map((subject) => notChecked(subject, found));
  const timer = new AbortController();
  const late = sleep(TIMEOUT_MS, undefined, { signal: timer.signal, ref: false }).then(
    () => all("There was no answer within a few seconds."),
    () => [],
  );
  try {
    return await Promise.race([run(context), late]);
  } catch (error) {
    // Its message may hold what no page should show.
    onFailed(error, subjects[0]?.id ?? "");
    const { code } = error as NodeJS.ErrnoException;
    return all(`This could not be read${code ? ` (${code})` : ""}. The log says why.`);
  } finally {
    timer.abort();
  }
}
