// Streams of GET /api/events, read as the page reads them.
import { onTestFinished } from "vitest";
import type { Change } from "#delivery/live/change.ts";

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
