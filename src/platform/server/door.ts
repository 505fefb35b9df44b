import type { Database } from "./database/database.ts";
import type { Gauge } from "./http/metrics.ts";
import type { App } from "./http/types.ts";

/** What an area brings to the site: one declaration at its front door, which src/app lists. `Given` is what the site hands in. */
export type Door<Given> = {
  routes?: (given: Given) => readonly Group[];
  gauges?: (given: Given) => readonly Gauge[];
  housekeeping?: readonly Task[];
  /** By name. The site starts and stops them; each asks for what its area's declaration says. */
  workers?: (given: never) => Readonly<Record<string, { stop: () => Promise<void> }>>;
  /** Of e-mail, by kind. */
  writers?: (given: never) => object;
};

/** Routes under a prefix; "" for routes that name their whole path. */
export type Group = { prefix: string; routes: (app: App) => Promise<void> };

/** Deletes what has expired, or enqueues what is due. Any number of processes may run it at any time. */
export type Task = (given: Tidying) => Promise<unknown>;

export type Tidying = {
  database: Database;
  dataDir: string;
  /** Accounts that nobody could confirm stay. */
  hasMailServer: boolean;
  log: { info: (facts: object, text: string) => void };
  now: Date;
};

/** What a group of routes, or another part, asks for. */
export type GivenTo<Part extends (given: never, ...rest: never[]) => unknown> = Parameters<Part>[0];
