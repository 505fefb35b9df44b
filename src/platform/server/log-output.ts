import { constants, fstatSync, openSync, writeSync } from "node:fs";
import { isatty } from "node:tty";

const STDOUT = 1;
/** So many characters wait for a reader that stands still. */
const MAX_BUFFERED = 1_000_000;
/** A disk that is full may take its time to say so: it is asked once a second, not for every line. */
const RETRY_MS = 1_000;

/**
 * Standard output for lines that may be lost, but never hold up or end the process: on a full disk, before a reader that
 * stands still, or after it has gone. What is lost is counted, and the count is written once writing works again.
 */
class LogOutput {
  // A pipe is written to as it takes something; what is opened here takes everything at once, or says why not.
  readonly #file = openFile();
  #lost = 0;
  #isTorn = false;
  #pause: NodeJS.Timeout | undefined;

  constructor() {
    // Without a listener the first line that finds no reader would end the process, those of the console too.
    process.stdout.on("error", () => {});
    process.stderr.on("error", () => {});
  }

  write(line: string): void {
    if (this.#pause) this.#lost += 1;
    else this.#put(line, 1);
  }

  /** Resolves when everything that waits is written, or so much time has gone by. */
  async settle(longestMs: number): Promise<void> {
    this.#resume();
    if (this.#file !== undefined || process.stdout.writableLength === 0) return;
    const late = new Promise<void>((resolve) => setTimeout(resolve, longestMs).unref());
    await Promise.race([late, new Promise<void>((resolve) => process.stdout.write("", () => resolve()))]);
  }

  #put(text: string, lines: number): void {
    if (this.#file !== undefined) {
      if (!this.#writeWhole(this.#file, text)) this.#lose(lines);
    } else if (process.stdout.writableLength + text.length > MAX_BUFFERED) this.#lose(lines);
    else
      process.stdout.write(text, (error) => {
        if (error) this.#lose(lines);
      });
  }

  #writeWhole(file: number, text: string): boolean {
    const bytes = Buffer.from(this.#isTorn ? `\n${text}` : text);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(file, bytes, written);
    } catch {
      // The line that was begun is lost; the next one begins a line of its own.
      this.#isTorn ||= written > 0;
      return false;
    }
    this.#isTorn = false;
    return true;
  }

  #lose(lines: number): void {
    this.#lost += lines;
    this.#pause ??= setTimeout(() => this.#resume(), RETRY_MS).unref();
  }

  #resume(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    const lost = this.#lost;
    if (lost === 0) return;
    this.#lost = 0;
    const line = { level: 40, time: new Date().toISOString(), lost, msg: "log lines could not be written" };
    this.#put(`${JSON.stringify(line)}\n`, lost);
  }
}

/** Standard output where it is a file, a device or a terminal; undefined where it is a pipe or a socket. */
function openFile(): number | undefined {
  if (isatty(STDOUT)) return openTerminal();
  const stat = fstatSync(STDOUT);
  return stat.isFile() || stat.isCharacterDevice() ? STDOUT : undefined;
}

/** Node waits for a terminal that stands still (Ctrl-S, a container's that nobody reads). Opened once more it need not. */
function openTerminal(): number | undefined {
  try {
    return openSync("/proc/self/fd/1", constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}

export const logOutput = new LogOutput();
