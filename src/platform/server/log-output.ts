import { constants, fstatSync, openSync, writeSync } from "node:fs";
import { isatty } from "node:tty";

const STDOUT = 1;
const MAX_BUFFERED = 1_000_000;
/** A full disk can be slow to report an error, so output is tried once a second instead of for every line. */
const RETRY_MS = 1_000;

/**
 * This output may lose lines but never blocks or ends the process: on a full disk, with a stalled reader, or after the
 * reader is gone. It counts lost lines and writes the count once output works again.
 */
class LogOutput {
  // A pipe is written asynchronously. A file takes everything at once, or fails with a reason.
  readonly #file = openFile();
  #lost = 0;
  #isTorn = false;
  #pause: NodeJS.Timeout | undefined;

  constructor() {
    // Without a listener an error of the stream ends the process, also for the console's lines.
    process.stdout.on("error", () => {});
    process.stderr.on("error", () => {});
  }

  write(line: string): void {
    if (this.#pause) this.#lost += 1;
    else this.#put(line, 1);
  }

  async settle(timeoutMs: number): Promise<void> {
    this.#resume();
    if (this.#file !== undefined || process.stdout.writableLength === 0) return;
    const late = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs).unref());
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

function openFile(): number | undefined {
  if (isatty(STDOUT)) return openTerminal();
  const stat = fstatSync(STDOUT);
  return stat.isFile() || stat.isCharacterDevice() ? STDOUT : undefined;
}

/** Node blocks on a stopped terminal (Ctrl-S, or a container's without a reader). A second, non-blocking handle does not. */
function openTerminal(): number | undefined {
  try {
    return openSync("/proc/self/fd/1", constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}

export const logOutput = new LogOutput();
