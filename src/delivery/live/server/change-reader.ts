import type { Change } from "#delivery/live/change.ts";
import {
  type ChangesAsked,
  type IdRange,
  type LoggedChange,
  lastChangeId,
  listChangesAfter,
} from "#platform/server/changes/logged-changes.ts";
import { lastUnloggedId, listUnloggedAfter } from "#platform/server/changes/unlogged-changes.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";

const MAX_READ = 500;
/** Longer than a transaction may last, retries included. */
const GAP_MS = 60_000;
const MAX_GAPS = 100;
/** How far a new stream looks back: entries get their ids before their transactions end, and a page reads before it has its first stream. */
const LOOK_BACK_IDS = 200;
const LOOK_BACK_MS = 5_000;

/** Who may not see the record any more must hear that it left the lists. */
export type ReadChange = Change & { isHandedOver: boolean };

type Gap = IdRange & { since: number };

type List = (db: Db, asked: ChangesAsked) => Promise<LoggedChange[]>;

/** Reads what a table of changes gets, from one id to the next. */
class Cursor {
  readonly #list: List;
  last: number;
  /** On PostgreSQL a later id can be committed first. An id that never comes belongs to a transaction that failed. */
  #gaps: Gap[] = [];

  constructor(list: List, last: number) {
    this.#list = list;
    this.last = last;
  }

  async next(db: Db): Promise<LoggedChange[]> {
    const now = performance.now();
    this.#gaps = this.#gaps.filter(({ since }) => now - since < GAP_MS).slice(-MAX_GAPS);
    const rows = await this.#list(db, { after: this.last, within: this.#gaps, limit: MAX_READ });
    for (const { id } of rows) this.#take(id, now);
    return rows;
  }

  #take(id: number, now: number): void {
    if (id > this.last) {
      if (id > this.last + 1) this.#gaps.push({ from: this.last + 1, to: id - 1, since: now });
      this.last = id;
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
}

/** Every change of a record is in the audit log or announced beside it, in its own transaction. Streams go by ids of the log. */
export class ChangeReader {
  readonly #database: Database;
  readonly #log: Cursor;
  readonly #unlogged: Cursor;

  private constructor(database: Database, log: Cursor, unlogged: Cursor) {
    this.#database = database;
    this.#log = log;
    this.#unlogged = unlogged;
  }

  static async fromNow(database: Database): Promise<ChangeReader> {
    const [log, unlogged] = await Promise.all([lastChangeId(database.read), lastUnloggedId(database.read)]);
    return new ChangeReader(database, new Cursor(listChangesAfter, log), new Cursor(listUnloggedAfter, unlogged));
  }

  get last(): number {
    return this.#log.last;
  }

  /** What was committed since the last call, at most five hundred of each table. */
  async next(): Promise<{ changes: ReadChange[]; isMore: boolean }> {
    const read = await Promise.all([this.#log, this.#unlogged].map((cursor) => cursor.next(this.#database.read)));
    return { changes: changesIn(read.flat()), isMore: read.some(({ length }) => length === MAX_READ) };
  }

  /** What a stream missed that saw the event `after`, or begins now. Undefined if that is too much, or an unknown event. */
  async missed(after: number | undefined, now: Date): Promise<ReadChange[] | undefined> {
    const log = await this.#before(listChangesAfter, after ?? this.#log.last);
    // It may have missed all that are kept.
    const unlogged = await this.#before(listUnloggedAfter, after === undefined ? this.#unlogged.last : 0);
    if (log.length === MAX_READ || unlogged.length === MAX_READ) return undefined;
    const rows = [...log, ...unlogged];
    if (after === undefined) return changesIn(since(rows, now.getTime() - LOOK_BACK_MS));
    const seen = log.find(({ id }) => id === after);
    if (!seen && after !== 0) return undefined;
    const recent = since(rows, Date.parse(seen?.created_at ?? "") - LOOK_BACK_MS);
    return changesIn(rows.filter((row) => (log.includes(row) && row.id > after) || recent.includes(row)));
  }

  #before(list: List, last: number): Promise<LoggedChange[]> {
    return list(this.#database.read, { after: last - LOOK_BACK_IDS, within: [], limit: MAX_READ });
  }
}

function since(rows: readonly LoggedChange[], from: number): LoggedChange[] {
  return rows.filter(({ created_at }) => Date.parse(created_at) >= from);
}

/** Each record once, with its latest change. */
function changesIn(rows: readonly LoggedChange[]): ReadChange[] {
  const latest = new Map<string, ReadChange>();
  for (const { id, subject_kind, subject_id, isChange, isHandedOver } of rows) {
    if (!isChange) continue;
    const key = `${subject_kind} ${subject_id}`;
    const wasHandedOver = isHandedOver || latest.get(key)?.isHandedOver === true;
    latest.set(key, { kind: subject_kind, id: subject_id, version: id, isHandedOver: wasHandedOver });
  }
  return [...latest.values()];
}
