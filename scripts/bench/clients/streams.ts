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

export async function openStreams(url: string, tokens: readonly string[], count: number): Promise<() => void> {
  const streams = await Promise.all(
    Array.from({ length: count }, (_, index) => openStream(url, tokens[index % tokens.length] ?? "")),
  );
  return () => {
    for (const { close } of streams) close();
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
