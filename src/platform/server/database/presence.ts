/** A process holds a lock under its id, which the system releases at its end. Claims carry that id. */
export type Presence = {
  /** Resolves with the id once its lock is held. Rejects while it cannot be held. */
  acquire(): Promise<string>;
  /** Ids in neither set are unknown; the process's own id always is. */
  checkLiveness(ids: readonly string[]): Promise<Liveness>;
  listHeld(ids: readonly string[]): Promise<Set<string>>;
  close(): Promise<void>;
};

export type Liveness = {
  /** An id counts as alive until it has been free for long enough. */
  alive: ReadonlySet<string>;
  gone: ReadonlySet<string>;
};
