// A real HTTP server that receives webhooks, and can misbehave like real ones.
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";

export type ReceivedWebhook = { path: string; headers: IncomingHttpHeaders; body: string };

export type Receiver = {
  url: string;
  received: ReceivedWebhook[];
  /** The answer to the next calls; 204 by default. */
  answer: (response: ServerResponse, count: number) => void;
  /** Resolves when this many were received. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const waiting: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    receiver.received.push({
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString("utf8"),
    });
    receiver.answer(response, receiver.received.length);
    for (const heard of waiting.splice(0)) heard();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    until: async (count) => {
      while (receiver.received.length < count) await new Promise<void>((heard) => waiting.push(heard));
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}

export type RawReceiver = { url: string; calls: number; close(): Promise<void> };

/** A socket that answers each call with arbitrary bytes, from the call's first bytes on. */
export async function startRawReceiver(talk: (socket: Socket) => void): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.once("data", () => {
      receiver.calls++;
      socket.resume();
      talk(socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const receiver: RawReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls: 0,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}

/** Repeats this until the other side closes the connection. */
export function repeat(socket: Socket, text: string, everyMs: number, first = ""): void {
  socket.write(first);
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on("close", () => clearInterval(timer));
}

/** The valid signatures with this secret, by Standard Webhooks. */
export function signatureOf({ headers, body }: ReceivedWebhook, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}
