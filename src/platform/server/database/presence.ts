/**
 * Shows other processes that this one is alive, by a lock that it holds under an id of its own and that the system drops
 * when it ends, however it ends: paused or stopping it still holds it. Rows are claimed under that id.
 */
export type Presence = {
  /** The id, its lock held. Rejects while it cannot be held. */
  hold(): Promise<string>;
  /** What is known of the holders of other ids. Of an id in neither set, and of this process's own, it says nothing. */
  checkLiveness(ids: readonly string[]): Promise<Liveness>;
  close(): Promise<void>;
};

export type Liveness = {
  /** Shown to be alive, or not for long enough to be gone: the next look will say. */
  alive: ReadonlySet<string>;
  /** Shown to be gone: their locks are free. */
  gone: ReadonlySet<string>;
};
