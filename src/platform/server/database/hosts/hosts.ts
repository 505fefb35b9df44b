// Of several PostgreSQL servers one can be written: the primary, until it dies and a standby is promoted.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { asksForPrimary, hostUrls } from "./host-urls.ts";

/** A host without power refuses nothing, it is silent. */
const LOOK_MS = 2_000;
/** Where one host can be written, the others have this long to say that they can as well. */
const OTHERS_MS = 1_000;
const LOOK_AGAIN_MS = 250;

type Look = { url: string; isWritable: boolean; timeline: string; problem: string };

class NoPrimary extends Error {
  /** SQLSTATE: no connection could be established. */
  readonly code = "08001";
}

/** Each session asks where the primary is. After an error nobody believes the last answer, and all hosts are asked again. */
export class Hosts {
  readonly #urls: readonly string[];
  readonly #isAsked: boolean;
  readonly #movers = new Set<() => void>();
  #last: string;
  #isKnown: boolean;
  #looking: Promise<string> | undefined;

  constructor(url: string) {
    this.#urls = hostUrls(url);
    this.#last = this.#urls[0] ?? url;
    this.#isAsked = asksForPrimary(url);
    this.#isKnown = !this.#isAsked;
  }

  /** The URL of the host that was the primary at the last look. */
  get last(): string {
    return this.#last;
  }

  /** Resolves with the URL of the primary. */
  async primary(): Promise<string> {
    if (this.#isKnown) return this.#last;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Something went wrong with a session of this host. If it was the primary, another one may be by now. */
  doubt(url: string): void {
    if (url === this.#last) this.#isKnown = !this.#isAsked;
  }

  /** Calls when another host is the primary: sessions of the earlier one may hang, or go on beside the new one. */
  onMove(mover: () => void): () => void {
    this.#movers.add(mover);
    return () => void this.#movers.delete(mover);
  }

  async #look(): Promise<string> {
    const looks = await lookAll(this.#urls);
    // A server that was primary once and comes back can be written too. Each promotion begins a later timeline.
    const [found] = looks
      .filter(({ isWritable }) => isWritable)
      .sort((a, b) => (a.timeline === b.timeline ? 0 : a.timeline < b.timeline ? 1 : -1));
    if (!found) {
      // Callers who come in this pause share the look.
      await sleep(LOOK_AGAIN_MS);
      throw new NoPrimary(`no host of DATABASE_URL can be written: ${looks.map(({ problem }) => problem).join("; ")}`);
    }
    this.#isKnown = true;
    if (found.url !== this.#last) {
      this.#last = found.url;
      for (const move of this.#movers) move();
    }
    return found.url;
  }
}

async function lookAll(urls: readonly string[]): Promise<Look[]> {
  const looks: Look[] = urls.map((url) => ({
    url,
    isWritable: false,
    timeline: "",
    problem: `${nameOf(url)} is silent`,
  }));
  const answers = urls.map(async (url, index) => {
    const look = await lookAt(url);
    looks[index] = look;
    return look;
  });
  const all = Promise.all(answers);
  const first = Promise.any(answers.map(async (answer) => (await answer).isWritable || Promise.reject()));
  await Promise.race([all, first.then(() => sleep(OTHERS_MS, undefined, { ref: false })).catch(() => all)]);
  return looks;
}

async function lookAt(url: string): Promise<Look> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: LOOK_MS,
    query_timeout: LOOK_MS,
  });
  // An error after the answer has no other listener.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("show transaction_read_only");
    if (rows[0].transaction_read_only === "on")
      return { url, isWritable: false, timeline: "", problem: `${nameOf(url)} is read-only` };
    return { url, isWritable: true, timeline: await readTimeline(client), problem: "" };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { url, isWritable: false, timeline: "", problem: `${nameOf(url)}: ${message || code}` };
  } finally {
    client.end().catch(() => {});
  }
}

/** Some managed databases do not tell. */
async function readTimeline(client: pg.Client): Promise<string> {
  try {
    const { rows } = await client.query("select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline");
    return rows[0].timeline;
  } catch {
    return "";
  }
}

/** Without the user and the password. */
function nameOf(url: string): string {
  return new URL(url).host;
}
