import type { Database } from "../database.ts";
import { readerNow } from "./limited-reads.ts";

/** Of all that is kept of a database, as text. Its objects come on top. */
const MAX_BYTES = 8_000_000;
const MAX_ANSWERS = 1_000;

type Read = () => Promise<object>;
type Write = () => Buffer;
type Entry = { answer: Promise<object>; bytes: number };

class KeptAnswers {
  readonly #entries = new Map<string, Entry>();
  #version: string | undefined;
  #bytes = 0;

  get(key: string, version: string, read: Read): Promise<object> {
    if (version !== this.#version) {
      this.#entries.clear();
      this.#bytes = 0;
      this.#version = version;
    }
    const known = this.#entries.get(key);
    if (known) return known.answer;
    const entry = { answer: read(), bytes: 0 };
    this.#entries.set(key, entry);
    this.#shrink();
    const isIn = () => this.#entries.get(key) === entry;
    const keep = (answer: object) => {
      let text: Buffer | undefined;
      TEXTS.set(answer, (write) => {
        if (text) return text;
        text = write();
        if (isIn()) {
          entry.bytes = text.length;
          this.#bytes += text.length;
          this.#shrink();
        }
        return text;
      });
    };
    entry.answer.then(keep, () => isIn() && this.#entries.delete(key));
    return entry.answer;
  }

  #shrink(): void {
    for (const [key, { bytes }] of this.#entries) {
      if (this.#bytes <= MAX_BYTES && this.#entries.size <= MAX_ANSWERS) return;
      this.#entries.delete(key);
      this.#bytes -= bytes;
    }
  }
}

const TEXTS = new WeakMap<object, (write: Write) => Buffer>();
// The key is the database, because tests use several in one process.
const KEPT = new WeakMap<object, KeptAnswers>();
let uses = 0;

/** Writing a long answer takes longer than reading it, so that its text is kept too. Undefined for an answer that is not kept. */
export function keptText(answer: object, write: Write): Buffer | undefined {
  return TEXTS.get(answer)?.(write);
}

/**
 * Keeps what was read for a key until anything in the database has changed, in this process or another. The version is read
 * first, so that a change in between only makes the answer newer than it says.
 */
export function untilChanged<Answer extends object>(database: Pick<Database, "version">) {
  const kept = KEPT.get(database) ?? new KeptAnswers();
  KEPT.set(database, kept);
  const use = uses++;
  return async (asked: string, read: () => Promise<Answer>): Promise<Answer> => {
    const key = `${use} ${readerNow() ?? ""} ${asked}`;
    return kept.get(key, await database.version(), read) as Promise<Answer>;
  };
}
