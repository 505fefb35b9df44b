// Reads for a person who may see a part of the rows. Each table that has limits stands for its visible rows in whatever is read
// then, so that no query can forget the condition.
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  sql,
  type TransactionSettings,
} from "kysely";
import { chunksOf } from "../../chunks.ts";
import { isId, newId } from "../../ids.ts";
import type { Db } from "../tables.ts";

type Engine = "sqlite" | "postgres";

type Words = {
  /** The account, as a literal. */
  account: string;
  /** The table with all its rows. Other names of tables with limits stand for visible rows. */
  all: (table: string) => string;
};

/** `rows` selects the visible ones, or what several limits share, which is read once. Each may use those before it. */
export type Limit = { table: string; rows: (words: Words) => string; hasIds?: true; isShared?: true };

type Reader = { account: string; texts: Map<string, string> };

const MAX_TEXTS = 500;
const CHUNK_IDS = 200;

const readers = new AsyncLocalStorage<Reader | undefined>();
const texts = new Map<string, Reader["texts"]>();
let limits: readonly Limit[] = [];

/** Of all areas; called once, at the start. */
export function setLimits(all: readonly Limit[]): void {
  limits = all;
}

/** What `work` reads outside a transaction is limited to what the account may see. Without an account nothing is. */
export function readAs<Result>(account: string | undefined, work: () => Result): Result {
  if (account === undefined) return readers.run(undefined, work);
  if (!isId(account)) throw new Error("An account has another id.");
  const known = texts.get(account) ?? new Map<string, string>();
  texts.set(account, known);
  return readers.run({ account, texts: known }, work);
}

/** Part of the key of whatever is kept. */
export function readerNow(): string | undefined {
  return readers.getStore()?.account;
}

/** Which of these ids are of records that the reader may not see. */
export async function hiddenAmong({ read }: { read: Db }, ids: Iterable<string>): Promise<Set<string>> {
  const hidden = new Set<string>();
  const asked = [...new Set(ids)].filter(isId);
  if (readerNow() === undefined) return hidden;
  for (const some of chunksOf(asked, CHUNK_IDS)) {
    const of = ({ table }: Limit) => sql`select id from ${sql.table(table)} where id in (${sql.join(some)})`;
    const query = sql<{ id: string }>`${sql.join(limits.filter(({ hasIds }) => hasIds).map(of), sql` union all `)}`;
    const [all, seen] = [await readAs(undefined, () => query.execute(read)), await query.execute(read)];
    for (const { id } of all.rows) hidden.add(id);
    for (const { id } of seen.rows) hidden.delete(id);
  }
  return hidden;
}

/** An id of a record that the reader may not see becomes one of none, so that the answer is the one to an unknown id. */
export async function withoutHidden<Value>(database: { read: Db }, given: Value): Promise<Value> {
  const hidden = await hiddenAmong(database, textsIn(given));
  return hidden.size === 0 ? given : (replaced(given, hidden) as Value);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value.split(",");
  return isParsed(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** Not a file that is received. */
function isParsed(value: unknown): value is object {
  if (value === null || typeof value !== "object") return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Array.isArray(value);
}

function replaced(value: unknown, hidden: ReadonlySet<string>): unknown {
  if (typeof value === "string")
    return value
      .split(",")
      .map((part) => (hidden.has(part) ? newId() : part))
      .join();
  if (!isParsed(value)) return value;
  if (Array.isArray(value)) return value.map((part) => replaced(part, hidden));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replaced(part, hidden)]));
}

/** Every step runs for the reader of now: a generator otherwise runs for the one who asks for its next value. */
export async function* readingOn<Value>(values: AsyncIterable<Value>): AsyncGenerator<Value> {
  const inContext = AsyncLocalStorage.snapshot();
  const iterator = values[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await inContext(() => iterator.next());
    if (done) return;
    yield value;
  }
}

export function limitedQuery<Query extends CompiledQuery>(query: Query, engine: Engine): Query {
  const reader = readers.getStore();
  return reader ? { ...query, sql: limitedText(query.sql, reader, engine) } : query;
}

function limitedText(text: string, { account, texts: known }: Reader, engine: Engine): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  const all = (table: string) => (engine === "sqlite" ? `main.${table}` : `all_${table}`);
  const words = { account: `'${account}'`, all };
  const parts: string[] = [];
  let read = text;
  for (const { table, rows, isShared } of limits.toReversed()) {
    if (!new RegExp(`\\b${table}\\b`).test(read)) continue;
    const visible = rows(words);
    parts.unshift(`${table} as ${isShared ? "materialized" : "not materialized"} (${visible})`);
    read += ` ${visible}`;
  }
  // On PostgreSQL a table has its own name before one of these has taken it.
  const whole = limits.map(({ table }) => table).filter((table) => engine === "postgres" && read.includes(all(table)));
  const named = [...whole.map((table) => `${all(table)} as not materialized (select * from ${table})`), ...parts];
  const inner = /^\s*with\b/.test(text) ? `select * from (${text}) as answer` : text;
  const limited = named.length === 0 ? text : `with ${named.join(", ")} ${inner}`;
  if (known.size < MAX_TEXTS) known.set(text, limited);
  return limited;
}

/** Of connections that only read. */
export function limitedDialect(dialect: Dialect, engine: Engine): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new LimitedDriver(dialect.createDriver(), engine),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

class LimitedDriver implements Driver {
  readonly #driver: Driver;
  readonly #engine: Engine;
  readonly #limited = new WeakMap<DatabaseConnection, DatabaseConnection>();
  readonly #whole = new WeakMap<DatabaseConnection, DatabaseConnection>();

  constructor(driver: Driver, engine: Engine) {
    this.#driver = driver;
    this.#engine = engine;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await this.#driver.acquireConnection();
    const known = this.#limited.get(connection);
    if (known) return known;
    const limited: DatabaseConnection = {
      executeQuery: (query) => connection.executeQuery(limitedQuery(query, this.#engine)),
      streamQuery: (query, size) => connection.streamQuery(limitedQuery(query, this.#engine), size),
    };
    this.#limited.set(connection, limited);
    this.#whole.set(limited, connection);
    return limited;
  }

  init = () => this.#driver.init();
  destroy = () => this.#driver.destroy();
  beginTransaction = (limited: DatabaseConnection, settings: TransactionSettings) =>
    this.#driver.beginTransaction(this.#of(limited), settings);
  commitTransaction = (limited: DatabaseConnection) => this.#driver.commitTransaction(this.#of(limited));
  rollbackTransaction = (limited: DatabaseConnection) => this.#driver.rollbackTransaction(this.#of(limited));
  releaseConnection = (limited: DatabaseConnection) => this.#driver.releaseConnection(this.#of(limited));

  #of(limited: DatabaseConnection): DatabaseConnection {
    return this.#whole.get(limited) ?? limited;
  }
}
