// Programs that send until they have an answer, as clients with an Idempotency-Key do.
import { setTimeout as sleep } from "node:timers/promises";
import type { Sent } from "./doors.ts";

const CLIENTS = 40;
const PATIENCE_MS = 30_000;
const PAUSE_MS = 250;
/** As many clients lose an acknowledgement on the way, and send again. */
const LOST_ANSWERS = 0.1;

export const NO_ANSWER = 0;

export type Clients = {
  /** Resolves when this share of all requests is acknowledged. */
  acknowledged(share: number): Promise<void>;
  /** Resolves when this many more attempts have failed. */
  failed(count: number): Promise<void>;
  /** How often each status came that did not acknowledge. */
  refusals: ReadonlyMap<number, number>;
  done: Promise<void>;
};

/** Sends all of these, in this order, many at once. An answer that forbids repeating is an error. */
export function sendAll(url: string, requests: readonly Sent[]): Clients {
  const refusals = new Map<number, number>();
  const waiting = new Set<{ isOver: () => boolean; resolve: () => void }>();
  let acknowledged = 0;
  let failed = 0;
  const until = (isOver: () => boolean) =>
    new Promise<void>((resolve) => {
      waiting.add({ isOver, resolve });
      notice();
    });
  const notice = () => {
    for (const one of waiting)
      if (one.isOver()) {
        waiting.delete(one);
        one.resolve();
      }
  };
  const sendUntilAcknowledged = async (sent: Sent) => {
    let isAnswerLost = Math.random() < LOST_ANSWERS;
    for (;;) {
      const { status, text } = await send(url, sent);
      const isAcknowledged = status === 200 || status === 201;
      if (isAcknowledged && !isAnswerLost) return;
      if (!isAcknowledged) {
        if (status !== NO_ANSWER && status < 500)
          throw new Error(`${sent.path} of ${sent.people[0]}: ${status} ${text}`);
        refusals.set(status, (refusals.get(status) ?? 0) + 1);
        failed += 1;
        notice();
        await sleep(PAUSE_MS * (1 + Math.random()));
      } else isAnswerLost = false;
    }
  };
  const queue = requests.values();
  const client = async () => {
    for (const sent of queue) {
      await sendUntilAcknowledged(sent);
      acknowledged += 1;
      notice();
    }
  };
  return {
    acknowledged: (share) => until(() => acknowledged >= share * requests.length),
    failed: (count) => {
      const enough = failed + count;
      return until(() => failed >= enough);
    },
    refusals,
    done: Promise.all(Array.from({ length: CLIENTS }, client)).then(() => {}),
  };
}

async function send(url: string, { path, headers, body }: Sent): Promise<{ status: number; text: string }> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(url + path, { method: "POST", headers, body, signal });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: NO_ANSWER, text: `${error}` };
  }
}
