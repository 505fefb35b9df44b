// What every answer of ours has in common, whoever writes it: its headers, and how long a client may take to read it.
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { inodeOf, readSendQueues } from "../queue/send-queues.ts";
import { createServer, ServerResponse as NodeResponse } from "./node-http.ts";
import { type AnswerHeaders, answerHeaders } from "./page-headers.ts";

export type ClientTimeouts = {
  /** A client that takes nothing for so long is cut. */
  stallTimeoutMs: number;
  /** So long may the rest of an answer take that is written to its end. A stream is, once its reader has taken nearly all of it. */
  responseTimeoutMs: number;
};

const CLIENT_TIMEOUTS: ClientTimeouts = { stallTimeoutMs: 60_000, responseTimeoutMs: 300_000 };
// Looks are counted instead of time: a process that was paused must not take its own pause for the client's.
const CHECKS_PER_STALL = 12;
/** Requests that one connection may send before it reads the answers: browsers and proxies send one. */
const MAX_PIPELINED = 32;

type Listener = ServerOptions & { isHttps: boolean; clientTimeouts?: ClientTimeouts | undefined };

/** A server that is not listening yet. */
export function createListener({ isHttps, clientTimeouts, ...options }: Listener, handle: RequestListener): Server {
  const headers = answerHeaders(isHttps);
  // A class, because Node answers some requests itself: those without a host, or with an expectation it does not know.
  class Answer<Request extends IncomingMessage> extends NodeResponse<Request> {
    constructor(...of: ConstructorParameters<typeof NodeResponse<Request>>) {
      super(...of);
      for (const name in headers) this.setHeader(name, headers[name] as string);
    }
  }
  const server = createServer({ ...options, ServerResponse: Answer });
  const readers = new Readers(server, clientTimeouts ?? CLIENT_TIMEOUTS);
  server.on("request", (request, response) => {
    if (readers.admit(request.socket, response)) handle(request, response);
  });
  server.on("clientError", (error, socket) => answerUnreadable(error, socket as Socket, headers));
  return server;
}

/** What arrives is no HTTP, too long a head, or too slow: there is a socket to answer on and nothing else. */
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
  /** In the order in which they were asked for: the first one is being sent. */
  answers: Set<ServerResponse>;
  inode: string;
  taken: string;
  idleLooks: number;
  /** The answer that is written to its end, and how many looks ago that was seen. */
  ended: ServerResponse | undefined;
  endedLooks: number;
};

/** The clients of a server, and how far each has come with reading. */
class Readers {
  readonly #readers = new Map<Socket, Reader>();
  readonly #checksPerResponse: number;

  constructor(server: Server, { stallTimeoutMs, responseTimeoutMs }: ClientTimeouts) {
    const pause = stallTimeoutMs / CHECKS_PER_STALL;
    this.#checksPerResponse = Math.ceil(responseTimeoutMs / pause);
    server.on("connection", (socket: Socket) => {
      const nothing = { inode: "", taken: "", idleLooks: 0, ended: undefined, endedLooks: 0 };
      this.#readers.set(socket, { answers: new Set(), ...nothing });
      socket.once("close", () => this.#readers.delete(socket));
    });
    let isLooking = false;
    const timer = setInterval(async () => {
      if (isLooking) return;
      isLooking = true;
      await this.#look();
      isLooking = false;
    }, pause).unref();
    server.once("close", () => clearInterval(timer));
  }

  /** False where the connection is cut: it asks and asks, and each answer waits in memory. */
  admit(socket: Socket, response: ServerResponse): boolean {
    const answers = this.#readers.get(socket)?.answers;
    if (!answers || socket.destroyed) return false;
    answers.add(response);
    response.once("close", () => answers.delete(response));
    if (answers.size > MAX_PIPELINED) socket.destroy();
    return !socket.destroyed;
  }

  async #look(): Promise<void> {
    if (!this.#readers.keys().some(isWaiting)) return;
    const queues = await readSendQueues();
    for (const [socket, reader] of this.#readers) {
      if (isWaiting(socket)) reader.inode ||= inodeOf(socket);
      const taken = `${takenOf(socket)} ${queues.get(reader.inode)}`;
      reader.idleLooks = isWaiting(socket) && taken === reader.taken ? reader.idleLooks + 1 : 0;
      reader.taken = taken;
      const [first] = reader.answers;
      const ended = first?.writableEnded ? first : undefined;
      reader.endedLooks = ended && ended === reader.ended ? reader.endedLooks + 1 : 0;
      reader.ended = ended;
      if (reader.idleLooks >= CHECKS_PER_STALL || reader.endedLooks >= this.#checksPerResponse) socket.destroy();
    }
  }
}

/** There is something that the system has not accepted yet. */
function isWaiting(socket: Socket): boolean {
  return socket.writableLength > 0;
}

/**
 * How much a client has taken, as something to compare. Of a chunk that is on its way Node tells only through its handle
 * how much the system has accepted; without that a large file would count as taken when all of it is.
 */
function takenOf(socket: Socket): string {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null };
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize ?? 0}`;
}
