// Findings as an admin reads them.

import type { Finding, SystemAnswer } from "#operation/system/system.ts";
import { newId } from "#platform/server/ids.ts";
import { addSignedIn } from "../accounts.ts";
import type { TestSite } from "../server.ts";

export async function readSystem(site: TestSite): Promise<SystemAnswer> {
  const { call } = await addSignedIn(site, { email: `admin-${newId()}@example.com` });
  const answer = await call("GET", "/api/system");
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

export async function readFinding(site: TestSite, id: string): Promise<Finding> {
  const finding = (await readSystem(site)).findings.find((finding) => finding.id === id);
  if (!finding) throw new Error(`There is no finding ${id}.`);
  return finding;
}

/** A nightly backup that began then: encrypted, copied and proven, unless the changes say otherwise. */
export async function addBackupRun(site: TestSite, startedAt: string, changes: Partial<typeof GOOD_RUN> = {}) {
  const run = { ...GOOD_RUN, id: newId(), due_at: startedAt, started_at: startedAt, ended_at: startedAt, ...changes };
  await site.database.transaction((trx) => trx.insertInto("backup_runs").values(run).execute());
}

const GOOD_RUN = {
  outcome: "good" as "good" | "failed" | "skipped" | "running",
  problem: null as string | null,
  file: "porchlight.backup",
  bytes: 1_000,
  is_encrypted: 1,
  copy_outcome: "good" as "not set" | "good" | "failed" | "withheld",
  copy_problem: null as string | null,
  proof_outcome: "good" as "not yet" | "good" | "failed" | "skipped",
  proof_problem: null as string | null,
  proof_ms: 100,
  tries: 1,
  report: null,
};
