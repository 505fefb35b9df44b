// Plain sockets are used, because an HTTP client uses more CPU than the server and would measure itself.
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type Call = { method?: string; path: string; headers?: Record<string, string>; body?: string };
export type Answer = { status: number; body: string };

export type LoadResult = {
  /** Values are milliseconds. */
  latencies: number[];
  statuses: Map<number, number>;
  seconds: number;
};

type Options = { connections: number; seconds: number; pauseMs?: number; next: () => Call | undefined };

/** The load ends after this time, or when `next` returns undefined. */
export async function load(url: string, { connections, seconds, pauseMs = 0, next }: Options): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  const started = performance.now();
  const work = async () => {
    const connection = await KeptConnection.open(url);
    for (let call = next(); call && performance.now() - started < seconds * 1000; call = next()) {
      const sent = performance.now();
      const { status } = await connection.send(call);
      latencies.push(performance.now() - sent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (pauseMs > 0) await sleep(pauseMs);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { latencies, statuses, seconds: (performance.now() - started) / 1000 };
}

/** Answers must have a content-length, as all of the site's do. */
export class KeptConnection {
  readonly #socket: Socket;
  readonly #host: string;
  #buffer: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#onData(chunk as Buffer));
    socket.on("error", (error) => this.#waiting?.reject(error));
    socket.on("close", () => this.#waiting?.reject(new Error("The connection was closed before the answer came")));
  }

  static async open(url: string): Promise<KeptConnection> {
    const { hostname, port, host } = new URL(url);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const socket = connect(Number(port), hostname, resolve).once("error", reject);
    await promise;
    return new KeptConnection(socket, host);
  }

  send({ method = "GET", path, headers = {}, body }: Call): Promise<Answer> {
    const lines = [`${method} ${path} HTTP/1.1`, `host: ${this.#host}`];
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    if (body !== undefined) lines.push("content-type: application/json", `content-length: ${Buffer.byteLength(body)}`);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`, (error) => error && reject(error));
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #onData(chunk: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    const headEnd = this.#buffer.indexOf("\r\n\r\n");
    if (headEnd === -1) return;
    const head = this.#buffer.toString("latin1", 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const end = headEnd + 4 + length;
    if (this.#buffer.length < end) return;
    const answer = { status: Number(head.slice(9, 12)), body: this.#buffer.toString("utf8", headEnd + 4, end) };
    this.#buffer = this.#buffer.subarray(end);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(answer);
  }
}
