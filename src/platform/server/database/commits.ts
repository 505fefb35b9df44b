import { readAs } from "./queries/limited-reads.ts";

export type Unfollow = () => void;

/** Tells followers of commits: those of this process at once, and as long as anybody follows, those of others. */
export class Commits {
  readonly #followers = new Set<() => void>();
  readonly #watchOthers: (tell: () => void) => Unfollow;
  #stopWatching: Unfollow | undefined;

  constructor(watchOthers: (tell: () => void) => Unfollow) {
    this.#watchOthers = watchOthers;
  }

  follow(follower: () => void): Unfollow {
    this.#followers.add(follower);
    this.#stopWatching ??= readAs(undefined, () => this.#watchOthers(() => this.tell()));
    return () => {
      this.#followers.delete(follower);
      if (this.#followers.size === 0) this.stop();
    };
  }

  tell(): void {
    readAs(undefined, () => {
      for (const follower of this.#followers) follower();
    });
  }

  stop(): void {
    this.#followers.clear();
    this.#stopWatching?.();
    this.#stopWatching = undefined;
  }
}
