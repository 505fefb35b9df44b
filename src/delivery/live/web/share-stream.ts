import { BEAT_MS } from "#delivery/live/change.ts";
import { followChanges, type Told } from "./follow-changes.ts";

const NAME = "live";
/** A phone can stop a tab that holds the stream. */
const LOST_MS = 2.5 * BEAT_MS;
const LOOK_MS = 5_000;

/** One stream for all tabs of this browser: one tab holds it and repeats to the others what it hears. Until the signal. */
export function shareStream(onTold: (told: Told) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(NAME);
  let lastId: string | undefined;
  let heardAt = performance.now();
  const take = (told: Told) => {
    lastId = told.lastId;
    heardAt = performance.now();
    onTold(told);
  };
  channel.onmessage = ({ data }: MessageEvent<Told>) => take(data);
  signal.addEventListener("abort", () => channel.close());
  const lead = (until: AbortSignal) =>
    followChanges({
      lastId,
      signal: until,
      onTold: (told) => {
        if (until.aborted) return;
        take(told);
        channel.postMessage(told);
      },
    });
  // Locks only exist in secure contexts. Without them each tab that is shown has a stream.
  if (navigator.locks) leadInTurn(lead, { signal, silentSince: () => heardAt });
  else leadWhileShown(lead, signal);
}

type Lead = (until: AbortSignal) => Promise<void>;

/** A tab that waits for the lock gets it when the holder closes. */
function leadInTurn(lead: Lead, { signal, silentSince }: { signal: AbortSignal; silentSince: () => number }): void {
  let isLeading = false;
  let stealAfter = 0;
  const wait = async (options: LockOptions): Promise<void> => {
    const lost = new AbortController();
    try {
      await navigator.locks.request(NAME, options, async () => {
        isLeading = true;
        await lead(AbortSignal.any([signal, lost.signal]));
      });
    } catch {
      // The page leaves, or another tab has taken the lock.
    }
    lost.abort();
    isLeading = false;
    if (!signal.aborted) await wait({ signal });
  };
  void wait({ signal });
  const look = setInterval(() => {
    const silentFor = performance.now() - Math.max(silentSince(), stealAfter);
    if (isLeading || document.hidden || silentFor < LOST_MS) return;
    stealAfter = performance.now();
    void wait({ steal: true });
  }, LOOK_MS);
  signal.addEventListener("abort", () => clearInterval(look));
}

function leadWhileShown(lead: Lead, signal: AbortSignal): void {
  let hidden = new AbortController();
  const follow = () => {
    hidden.abort();
    hidden = new AbortController();
    if (!document.hidden) void lead(AbortSignal.any([signal, hidden.signal]));
  };
  document.addEventListener("visibilitychange", follow, { signal });
  follow();
}
