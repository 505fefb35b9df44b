import { once } from "node:events";
import { connect } from "node:net";
import type { Change } from "#delivery/live/change.ts";

export type Told = Change & { at: number };

export type Stream = { onTold: (told: Told) => void; close: () => void };

/** Reads GET /api/events until it is closed. */
export async function openStream(url: string, token: string): Promise<Stream> {
  const leaving = new AbortController();
  const { body, status } = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  if (status !== 200 || !body) throw new Error(`A stream was answered ${status}`);
  const stream: Stream = { onTold: () => {}, close: () => leaving.abort() };
  void read(body, (told) => stream.onTold(told)).catch(() => {});
  return stream;
}

/** Plain sockets that read nothing of what they get, because a client that does uses more of the processors than the server. */
export async function openStreams(url: string, tokens: readonly string[], count: number): Promise<() => void> {
  const { hostname, port, host } = new URL(url);
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const socket = connect(Number(port), hostname);
      const authorization = `Bearer ${tokens[index % tokens.length]}`;
      socket.write(`GET /api/events HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization}\r\n\r\n`);
      const [head] = (await once(socket, "data")) as [Buffer];
      if (!head.toString().startsWith("HTTP/1.1 200")) throw new Error(`A stream was answered ${head}`);
      return socket.resume();
    }),
  );
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

async function read(body: ReadableStream<Uint8Array>, onTold: (told: Told) => void): Promise<void> {
  let rest = "";
  for await (const chunk of body) {
    const lines = (rest + Buffer.from(chunk).toString()).split("\n");
    rest = lines.pop() ?? "";
    const at = performance.now();
    for (const line of lines)
      if (line.startsWith("data: ["))
        for (const change of JSON.parse(line.slice("data: ".length)) as Change[]) onTold({ ...change, at });
  }
}
