// Streams of GET /api/events, read as the page reads them.
import { onTestFinished } from "vitest";
import type { Change } from "#delivery/live/change.ts";
import { addSignedIn } from "../accounts.ts";
import { startSite, type TestSiteOptions } from "../server.ts";

/** What must hold within a second has this much more on a busy machine. */
export const SOON = { timeout: 3_000, interval: 20 };

export type Heard = {
  status: number;
  headers: Headers;
  /** All that has come. */
  text: () => string;
  changes: () => Change[];
  lastId: () => string;
  /** Resolves once the server has ended it. */
  ended: Promise<void>;
  leave: () => void;
};

/** A site on a port, and an admin who hears of its changes. */
export async function startListening(options: TestSiteOptions = {}) {
  const site = await startSite(options);
  const url = await site.app.listen({ port: 0, host: "127.0.0.1" });
  const dana = await addSignedIn(site);
  const { accessToken } = dana.session;
  return { site, url, dana, token: accessToken, stream: await hear(url, accessToken) };
}

/** Opens a stream until the test ends. */
export async function hear(url: string, token: string, lastEventId?: string): Promise<Heard> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const answer = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId !== undefined && { "last-event-id": lastEventId }) },
    signal: leaving.signal,
  });
  let text = "";
  const reading = async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString();
  };
  const ended = reading();
  ended.catch(() => {});
  const lines = (name: string) =>
    text.split("\n").flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
  return {
    status: answer.status,
    headers: answer.headers,
    text: () => text,
    changes: () => lines("data").flatMap((data) => (data.startsWith("[") ? (JSON.parse(data) as Change[]) : [])),
    lastId: () => lines("id").at(-1) ?? "",
    ended,
    leave: () => leaving.abort(),
  };
}
