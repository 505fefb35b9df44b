import type { Change } from "#delivery/live/change.ts";
import { type IdRange, type LoggedChange, lastChangeId, listChangesAfter } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";

const MAX_READ = 500;
/** Longer than a transaction may last, retries included. */
const GAP_MS = 60_000;
const MAX_GAPS = 100;
/** How far a new stream looks back: entries get their ids before their transactions end, and a page reads before it has its first stream. */
const LOOK_BACK_IDS = 200;
const LOOK_BACK_MS = 5_000;

type Gap = IdRange & { since: number };

/** Reads the audit log, which every change of a record writes in its own transaction, from one id to the next. */
export class ChangeReader {
  readonly #database: Database;
  #last: number;
  /** On PostgreSQL a later id can be committed first. An id that never comes belongs to a transaction that failed. */
  #gaps: Gap[] = [];

  private constructor(database: Database, last: number) {
    this.#database = database;
    this.#last = last;
  }

  static async fromNow(database: Database): Promise<ChangeReader> {
    return new ChangeReader(database, await lastChangeId(database.read));
  }

  get last(): number {
    return this.#last;
  }

  /** What was committed since the last call, at most five hundred entries. */
  async next(): Promise<{ changes: Change[]; isMore: boolean }> {
    const now = performance.now();
    this.#gaps = this.#gaps.filter(({ since }) => now - since < GAP_MS).slice(-MAX_GAPS);
    const rows = await listChangesAfter(this.#database.read, {
      after: this.#last,
      within: this.#gaps,
      limit: MAX_READ,
    });
    for (const { id } of rows) this.#take(id, now);
    return { changes: changesIn(rows), isMore: rows.length === MAX_READ };
  }

  #take(id: number, now: number): void {
    if (id > this.#last) {
      if (id > this.#last + 1) this.#gaps.push({ from: this.#last + 1, to: id - 1, since: now });
      this.#last = id;
      return;
    }
    this.#gaps = this.#gaps.flatMap(({ from, to, since }) => {
      if (id < from || id > to) return [{ from, to, since }];
      const parts = [
        { from, to: id - 1, since },
        { from: id + 1, to, since },
      ];
      return parts.filter((part) => part.from <= part.to);
    });
  }

  /** What a stream missed that saw the event `after`, or begins now. Undefined if that is too much, or an unknown event. */
  async missed(after: number | undefined, now: Date): Promise<Change[] | undefined> {
    const from = (after ?? this.#last) - LOOK_BACK_IDS;
    const rows = await listChangesAfter(this.#database.read, { after: from, within: [], limit: MAX_READ });
    if (rows.length === MAX_READ) return undefined;
    if (after === undefined) return changesIn(since(rows, now.getTime() - LOOK_BACK_MS));
    const seen = rows.find(({ id }) => id === after);
    if (!seen && after !== 0) return undefined;
    const recent = since(rows, Date.parse(seen?.created_at ?? "") - LOOK_BACK_MS);
    return changesIn(rows.filter((row) => row.id > after || recent.includes(row)));
  }
}

function since(rows: readonly LoggedChange[], from: number): LoggedChange[] {
  return rows.filter(({ created_at }) => Date.parse(created_at) >= from);
}

/** Each record once, with its latest change. */
function changesIn(rows: readonly LoggedChange[]): Change[] {
  const latest = new Map<string, Change>();
  for (const { id, subject_kind, subject_id, isChange } of rows)
    if (isChange) latest.set(`${subject_kind} ${subject_id}`, { kind: subject_kind, id: subject_id, version: id });
  return [...latest.values()];
}
