import { isLonger, RETENTION_NOTICE_MS } from "#company/facts/retention.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { listRetentions, type Retention } from "./store.ts";

/** The result is in days, the longest of the last week; null keeps leads for ever. */
export async function retentionInForce(db: Db, now: Date): Promise<number | null> {
  return longest(inForceSince(await listRetentions(db), new Date(now.getTime() - RETENTION_NOTICE_MS)));
}

export async function findRetentionStart(db: Db, now: Date): Promise<Date | undefined> {
  const all = await listRetentions(db);
  const [published] = all;
  if (!published) return undefined;
  const ended = inForceSince(all, new Date(now.getTime() - RETENTION_NOTICE_MS)).findIndex(({ days }) =>
    isLonger(days, published.days),
  );
  // The list is newest first: the version before in the list ended the longer retention.
  const end = all[ended - 1];
  return end && new Date(Date.parse(end.publishedAt) + RETENTION_NOTICE_MS);
}

function inForceSince(all: readonly Retention[], since: Date): Retention[] {
  const at = since.toISOString();
  const older = all.findIndex(({ publishedAt }) => publishedAt <= at);
  return older === -1 ? [...all] : all.slice(0, older + 1);
}

function longest(some: readonly Retention[]): number | null {
  return some.reduce<number | null>((most, { days }) => (isLonger(days, most) ? days : most), some[0]?.days ?? null);
}
