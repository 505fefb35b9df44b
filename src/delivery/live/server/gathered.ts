/** Runs a task soon after it is asked for, one at a time, and at most once in `everyMs`. */
export class Gathered {
  readonly #task: () => Promise<void>;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  #lastBegan = Number.NEGATIVE_INFINITY;

  constructor(task: () => Promise<void>, everyMs: number) {
    this.#task = task;
    this.#everyMs = everyMs;
  }

  ask(): void {
    if (this.#running) this.#isAskedAgain = true;
    else
      this.#timer ??= setTimeout(() => this.#run(), Math.max(0, this.#lastBegan + this.#everyMs - performance.now()));
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isAskedAgain = false;
  }

  #run(): void {
    this.#timer = undefined;
    this.#lastBegan = performance.now();
    this.#running = this.#task().finally(() => {
      this.#running = undefined;
      if (this.#isAskedAgain) this.ask();
      this.#isAskedAgain = false;
    });
  }
}
