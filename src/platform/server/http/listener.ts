import { once } from "node:events";
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { inodeOf, readSendQueues } from "../queue/send-queues.ts";
import { createServer, ServerResponse as NodeResponse } from "./node-http.ts";
import { type AnswerHeaders, answerHeaders } from "./page-headers.ts";
import type { PageHandler } from "./types.ts";

export type ClientTimeouts = {
  stallTimeoutMs: number;
  responseTimeoutMs: number;
};

const CLIENT_TIMEOUTS: ClientTimeouts = { stallTimeoutMs: 60_000, responseTimeoutMs: 300_000 };
// Checks are counted, not time: a suspended process must not take its own pause for the client's.
const CHECKS_PER_STALL = 12;
const MAX_PIPELINED = 32;

const HTTP: ServerOptions = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 10_000,
};

/** In the first a connection is accepted, in the next its request is read. */
const QUIET_TURNS = 3;
const MAX_BUSY_MS = 2_000;

export type ListenerOptions = { isHttps: boolean; clientTimeouts?: ClientTimeouts };

/** The listener serves pages before the application has loaded. Other requests wait for it. */
export class Listener {
  readonly server: Server;
  #application: RequestListener | undefined;
  readonly #waiting: Parameters<RequestListener>[] = [];
  #arrived = 0;

  constructor(options: ListenerOptions, servePage: PageHandler) {
    this.server = createListener(options, (request, response) => {
      if (servePage(request, response)) return;
      if (this.#application) this.#application(request, response);
      else this.#waiting.push([request, response]);
    });
    for (const event of ["connection", "request"]) this.server.on(event, () => (this.#arrived += 1));
  }

  async listen({ port, host }: { port: number; host: string }): Promise<void> {
    this.server.listen({ port, host });
    await once(this.server, "listening");
  }

  attach(application: RequestListener): void {
    this.#application = application;
    for (const [request, response] of this.#waiting.splice(0)) application(request, response);
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, "close");
    await this.#untilQuiet();
    this.server.close();
    await closed;
  }

  /** A busy turn of the event loop takes milliseconds, and what arrives in it would be cut. So the last one has no work. */
  async #untilQuiet(): Promise<void> {
    const giveUpAt = performance.now() + MAX_BUSY_MS;
    for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < giveUpAt; ) {
      const before = this.#arrived;
      await setImmediate();
      quiet = this.#arrived === before ? quiet + 1 : 0;
    }
  }
}

export function createListener({ isHttps, clientTimeouts }: ListenerOptions, handle: RequestListener): Server {
  const headers = answerHeaders(isHttps);
  // Node answers some requests itself: those without a host or with an unknown expectation.
  class Answer<Request extends IncomingMessage> extends NodeResponse<Request> {
    constructor(...of: ConstructorParameters<typeof NodeResponse<Request>>) {
      super(...of);
      for (const name in headers) this.setHeader(name, headers[name] as string);
    }
  }
  const server = createServer({ ...HTTP, ServerResponse: Answer });
  const readers = new Readers(server, clientTimeouts ?? CLIENT_TIMEOUTS);
  server.on("request", (request, response) => {
    if (readers.admit(request.socket, response)) handle(request, response);
  });
  server.on("clientError", (error, socket) => answerUnreadable(error, socket as Socket, headers));
  return server;
}

function answerUnreadable(error: Error & { code?: string }, socket: Socket, headers: AnswerHeaders): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const status = isLate
    ? "408 Request Timeout"
    : error.code === "HPE_HEADER_OVERFLOW"
      ? "431 Too Long"
      : "400 Bad Request";
  const message = isLate ? "The request took too long." : "The request could not be read.";
  const body = JSON.stringify({ success: false, message, error: message, code: "invalid_input" });
  const head = {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`);
  socket.destroySoon();
}

type Reader = {
  answers: Set<ServerResponse>;
  inode: string;
  taken: string;
  idleChecks: number;
  ended: ServerResponse | undefined;
  endedChecks: number;
};

class Readers {
  readonly #readers = new Map<Socket, Reader>();
  readonly #checksPerResponse: number;

  constructor(server: Server, { stallTimeoutMs, responseTimeoutMs }: ClientTimeouts) {
    const pause = stallTimeoutMs / CHECKS_PER_STALL;
    this.#checksPerResponse = Math.ceil(responseTimeoutMs / pause);
    server.on("connection", (socket: Socket) => {
      const nothing = { inode: "", taken: "", idleChecks: 0, ended: undefined, endedChecks: 0 };
      this.#readers.set(socket, { answers: new Set(), ...nothing });
      socket.once("close", () => this.#readers.delete(socket));
    });
    let isChecking = false;
    const timer = setInterval(async () => {
      if (isChecking) return;
      isChecking = true;
      await this.#check();
      isChecking = false;
    }, pause).unref();
    server.once("close", () => clearInterval(timer));
  }

  /** A connection that sends requests without reading is closed, because every answer waits in memory. */
  admit(socket: Socket, response: ServerResponse): boolean {
    const answers = this.#readers.get(socket)?.answers;
    if (!answers || socket.destroyed) return false;
    answers.add(response);
    response.once("close", () => answers.delete(response));
    if (answers.size > MAX_PIPELINED) socket.destroy();
    return !socket.destroyed;
  }

  async #check(): Promise<void> {
    if (!this.#readers.keys().some(isWaiting)) return;
    const queues = await readSendQueues();
    for (const [socket, reader] of this.#readers) {
      if (isWaiting(socket)) reader.inode ||= inodeOf(socket);
      const taken = `${takenOf(socket)} ${queues.get(reader.inode)}`;
      reader.idleChecks = isWaiting(socket) && taken === reader.taken ? reader.idleChecks + 1 : 0;
      reader.taken = taken;
      const [first] = reader.answers;
      const ended = first?.writableEnded ? first : undefined;
      reader.endedChecks = ended && ended === reader.ended ? reader.endedChecks + 1 : 0;
      reader.ended = ended;
      if (reader.idleChecks >= CHECKS_PER_STALL || reader.endedChecks >= this.#checksPerResponse) socket.destroy();
    }
  }
}

function isWaiting(socket: Socket): boolean {
  return socket.writableLength > 0;
}

function takenOf(socket: Socket): string {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null };
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize ?? 0}`;
}
