import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Change, OPENED, RESET } from "#delivery/live/change.ts";

/** A page that reads slower than this loses its stream, and asks for another. */
const MAX_WAITING_BYTES = 64 * 1024;
/** Some proxies keep an answer back until it has this length. */
const PADDING = " ".repeat(2_048);

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/** What is told before the stream is sent waits in it. */
export class EventStream {
  readonly request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #body = new Readable({ read: () => {} });

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request;
    this.#reply = reply;
    this.#write(`:${PADDING}\n\n`);
  }

  /** `onClose` is called once, at the end from either side. */
  send({ last, endsInSeconds }: { last: number; endsInSeconds: number }, onClose: () => void): void {
    this.#body.once("close", onClose);
    this.#write(`id: ${last}\nevent: ${OPENED}\ndata: ${JSON.stringify({ endsInSeconds })}\n\n`);
    this.#reply.headers(HEADERS).send(this.#body);
  }

  tell(changes: readonly Change[], last: number): void {
    const told = changes.map(({ kind, id, version }) => ({ kind, id, version }));
    if (told.length > 0) this.#write(`id: ${last}\ndata: ${JSON.stringify(told)}\n\n`);
  }

  reset(last: number): void {
    this.#write(`id: ${last}\nevent: ${RESET}\ndata:\n\n`);
  }

  beat(): void {
    this.#write(":\n\n");
  }

  end(): void {
    this.#body.push(null);
  }

  #write(text: string): void {
    if (this.#body.destroyed || this.#body.readableEnded) return;
    if (this.#body.readableLength + this.#reply.raw.writableLength > MAX_WAITING_BYTES) this.#reply.raw.destroy();
    else this.#body.push(text);
  }
}
