import type { Database } from "../database.ts";
import { readerNow } from "./limited-reads.ts";

const MAX_KEPT = 300;

const keptAnswers = new WeakSet<object>();

/** Whether the same object may be sent again. */
export function isKept(answer: object): boolean {
  return keptAnswers.has(answer);
}

/**
 * Keeps what was read for a key until anything in the database has changed, in this process or another. The version is read
 * first, so that a change in between only makes the answer newer than it says.
 */
export function untilChanged<Answer extends object>(database: Pick<Database, "version">) {
  const kept = new Map<string, Promise<Answer>>();
  let seen: string | undefined;
  return async (asked: string, read: () => Promise<Answer>): Promise<Answer> => {
    const reader = readerNow();
    const key = reader === undefined ? asked : `${reader} ${asked}`;
    const version = await database.version();
    if (version !== seen) kept.clear();
    seen = version;
    const known = kept.get(key);
    if (known) return known;
    const reading = read();
    kept.set(key, reading);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    try {
      const answer = await reading;
      keptAnswers.add(answer);
      return answer;
    } catch (error) {
      if (kept.get(key) === reading) kept.delete(key);
      throw error;
    }
  };
}
