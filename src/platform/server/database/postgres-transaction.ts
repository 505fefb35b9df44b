import { CompiledQuery, type DatabaseConnection, type Dialect, Kysely, type QueryResult } from "kysely";
import pg from "pg";
import type { PipelinedPool } from "./postgres.ts";
import type { Db, Tables } from "./tables.ts";

/**
 * Pooled connections may only read outside a transaction. "begin" is sent together with the first queries; if it alone
 * failed, each of them would be a transaction of its own. As shipped, PostgreSQL plans for a turning disk and reads all
 * leads where a thousand are wanted.
 */
export const ON_CONNECT = "set session characteristics as transaction read only; set random_page_cost = 1.1";

const COMMIT = CompiledQuery.raw("commit");
const ROLLBACK = CompiledQuery.raw("rollback");

type Sent = {
  begin: string;
  /** What is sent instead of a query. */
  toSent?: (query: CompiledQuery) => CompiledQuery;
};

type Transactions = <Result>(work: (trx: Db) => Promise<Result>) => Promise<Result>;

/** Queries that are started together are sent together, the first ones with "begin". */
export function pipelinedTransactions(pool: PipelinedPool, dialect: Dialect, { begin, toSent }: Sent): Transactions {
  const props = { config: { dialect }, dialect, driver: dialect.createDriver() };
  const executor = new Kysely<Tables>({ dialect }).getExecutor();
  return async (work) => {
    const session = new Session(await pool.connect(), toSent);
    const provider = { provideConnection: <T>(use: (connection: DatabaseConnection) => Promise<T>) => use(session) };
    return session.run(CompiledQuery.raw(begin), () =>
      work(new Kysely<Tables>({ ...props, executor: executor.withConnectionProvider(provider) })),
    );
  };
}

type Client = Awaited<ReturnType<PipelinedPool["connect"]>>;

class Session implements DatabaseConnection {
  readonly #client: Client;
  readonly #toSent: (query: CompiledQuery) => CompiledQuery;
  #isOpen = true;
  #failure: unknown;

  constructor(client: Client, toSent: Sent["toSent"] = (query) => query) {
    this.#client = client;
    this.#toSent = toSent;
    client.pipeline();
  }

  async run<Result>(begin: CompiledQuery, work: () => Promise<Result>): Promise<Result> {
    let isBroken = false;
    const begun = this.executeQuery(begin);
    // The queries sent with it fail as well.
    begun.catch(() => {});
    try {
      const result = await work();
      await begun;
      this.#isOpen = false;
      await this.#commit();
      return result;
    } catch (error) {
      this.#isOpen = false;
      await this.#query(ROLLBACK).catch(() => {
        isBroken = true;
      });
      throw error instanceof pg.DatabaseError ? (this.#failure ?? error) : error;
    } finally {
      this.#client.release(isBroken);
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#isOpen) throw new Error("The transaction has ended");
    const { command, rowCount, rows } = await this.#query<Row>(this.#toSent(query));
    const isChange = command === "INSERT" || command === "UPDATE" || command === "DELETE";
    return { rows, ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  // biome-ignore lint/correctness/useYield: the driver cannot stream while queries travel together
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("Stream in a snapshot, not in a transaction");
  }

  async #commit(): Promise<void> {
    const { command } = await this.#query(COMMIT);
    // "commit" answers so after an error that no caller has seen.
    if (command === "ROLLBACK") throw this.#failure ?? new Error("The transaction was rolled back");
  }

  async #query<Row>({ sql, parameters }: CompiledQuery) {
    try {
      return await this.#client.query<Row>(sql, parameters);
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }
}
