import type { Database } from "./database/database.ts";
import type { Limit } from "./database/queries/limited-reads.ts";
import type { Gauge } from "./http/metrics.ts";
import type { App } from "./http/types.ts";

export type Door<Given> = {
  routes?: (given: Given) => readonly Group[];
  gauges?: (given: Given) => readonly Gauge[];
  housekeeping?: readonly Task[];
  /** What rings devices of staff, and what has become due by itself. */
  ringers?: (given: never) => object;
  enqueueDue?: (database: Database, now: Date) => Promise<void>;
  workers?: (given: never) => Readonly<Record<string, { stop: () => Promise<void> }>>;
  writers?: (given: never) => object;
  /** What is seen of its tables by who may see a part of the leads. */
  limits?: readonly Limit[];
};

export type Group = { prefix: string; routes: (app: App) => Promise<void> };

/** Any number of processes may run a task at any time. */
export type Task = (given: Tidying) => Promise<unknown>;

export type Tidying = {
  database: Database;
  dataDir: string;
  /** Without a mail server nobody could confirm an account, so unconfirmed accounts are kept. */
  hasMailServer: boolean;
  log: { info: (facts: object, text: string) => void };
  now: Date;
};

export type GivenTo<Part extends (given: never, ...rest: never[]) => unknown> = Parameters<Part>[0];
