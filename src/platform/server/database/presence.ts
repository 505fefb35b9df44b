/**
 * A process shows that it is alive by a lock under its id, which the system releases at its end. Claims carry that id, and so does
 * the list of processes.
 */
export type Presence = {
  /** Resolves with the id once its lock is held. Rejects while it cannot be held. */
  acquire(): Promise<string>;
  /** Ids in neither set are unknown; the process's own id always is. */
  checkLiveness(ids: readonly string[]): Promise<Liveness>;
  /** Those whose lock is held at this moment, and the process's own. It takes no lock and deletes none. */
  listHeld(ids: readonly string[]): Promise<Set<string>>;
  close(): Promise<void>;
};

export type Liveness = {
  /** Alive, or not seen dead for long enough: the next check decides. */
  alive: ReadonlySet<string>;
  gone: ReadonlySet<string>;
};
