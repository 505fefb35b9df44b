import {
  BEAT_MS,
  type Change,
  changesSchema,
  EVENTS_PATH,
  OPENED,
  openedSchema,
  RESET,
} from "#delivery/live/change.ts";
import { ApiError, openApi, renewTokens } from "#platform/web/api.ts";
import { accessToken } from "#platform/web/session.ts";
import { readEvents } from "./read-events.ts";

/** "all": what changed cannot be told, so everything that is shown may be outdated. */
export type Told = { changes: readonly Change[] | "all" | "beat"; lastId: string | undefined };

type Options = { lastId: string | undefined; onTold: (told: Told) => void; signal: AbortSignal };

/** The server sends at once, so a silence means that a proxy keeps the answer back. */
const SILENCE_MS = 6_000;
const LOST_MS = 2.5 * BEAT_MS;
const ASK_EVERY_MS = 30_000;
const FIRST_RETRY_MS = 1_000;
/** So that not all pages come back in the same moment after a restart. */
const SPREAD_MS = 500;
const RENEW_BEFORE_END = 0.1;

/** Follows one stream after another until the signal. Where none gets through, it says every 30 seconds that all may have changed. */
export async function followChanges({ lastId, onTold, signal }: Options): Promise<void> {
  let last = lastId;
  let retryMs = FIRST_RETRY_MS;
  const tell = (changes: Told["changes"], id?: string) => {
    last = id ?? last;
    retryMs = FIRST_RETRY_MS;
    onTold({ changes, lastId: last });
  };
  while (!signal.aborted) {
    const end = await followOnce(last, tell, signal);
    if (signal.aborted) return;
    if (end === "blocked") onTold({ changes: "all", lastId: last });
    await pause(end === "blocked" ? ASK_EVERY_MS : end === "failed" ? retryMs : Math.random() * SPREAD_MS, signal);
    if (end === "failed") retryMs = Math.min(retryMs * 2, ASK_EVERY_MS);
  }
}

type End = "ended" | "failed" | "blocked";

async function followOnce(
  lastEventId: string | undefined,
  tell: (changes: Told["changes"], id?: string) => void,
  signal: AbortSignal,
): Promise<End> {
  const stop = new AbortController();
  const token = accessToken();
  let hasCome = false;
  let silence = setTimeout(() => stop.abort(), SILENCE_MS);
  let renewal: ReturnType<typeof setTimeout> | undefined;
  const renewAndReopen = async () => {
    await renewTokens(token).catch(() => {});
    stop.abort();
  };
  try {
    const stopped = AbortSignal.any([signal, stop.signal]);
    const { body } = await openApi(EVENTS_PATH, { lastEventId, signal: stopped, timeoutMs: SILENCE_MS });
    if (!body) return "failed";
    await readEvents(body, {
      onBytes: () => {
        hasCome = true;
        clearTimeout(silence);
        silence = setTimeout(() => stop.abort(), LOST_MS);
        tell("beat");
      },
      onEvent: ({ id, name, data }) => {
        if (name === RESET) tell("all", id);
        else if (name === "") tell(changesSchema.parse(JSON.parse(data)), id);
        else if (name === OPENED) {
          tell("beat", id);
          const { endsInSeconds } = openedSchema.parse(JSON.parse(data));
          renewal = setTimeout(renewAndReopen, endsInSeconds * 1000 * (1 - RENEW_BEFORE_END));
        }
      },
    });
    return "ended";
  } catch (error) {
    if (hasCome) return "ended";
    const isSilent = stop.signal.aborted || (error instanceof ApiError && error.code === "timeout");
    return isSilent || (error instanceof ApiError && error.status === 429) ? "blocked" : "failed";
  } finally {
    clearTimeout(silence);
    clearTimeout(renewal);
    stop.abort();
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
