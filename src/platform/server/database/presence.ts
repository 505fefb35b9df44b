/**
 * Shows other processes that this one is alive: it holds a lock under its id, and the system releases the lock when the
 * process ends in any way. A paused or stopping process still holds it. Rows are claimed under that id.
 */
export type Presence = {
  /** Resolves with the id once its lock is held. Rejects while it cannot be held. */
  hold(): Promise<string>;
  /** Ids in neither set are unknown; the process's own id always is. */
  checkLiveness(ids: readonly string[]): Promise<Liveness>;
  close(): Promise<void>;
};

export type Liveness = {
  /** Alive, or not seen dead for long enough: the next check decides. */
  alive: ReadonlySet<string>;
  /** Their locks are free. */
  gone: ReadonlySet<string>;
};
