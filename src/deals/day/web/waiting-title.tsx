import { useEffect, useRef, useSyncExternalStore } from "react";
import { findSubscription, mayNotify } from "#delivery/push/web/this-browser.ts";
import { findWorker } from "#platform/web/service-worker.ts";
import { useDay } from "./queries.ts";

/** Several tabs show one notification. */
const TAG = "waiting";

/** In a tab in the background the title counts who waits, and the tab notifies where nothing else does. */
export function WaitingTitle() {
  const isHidden = useSyncExternalStore(onVisibility, () => document.hidden);
  return isHidden ? <Count /> : null;
}

function Count() {
  const count = useDay("").data?.waiting.count ?? 0;
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (before.current !== undefined && count > before.current) notify(count).catch(() => {});
    before.current = count;
    if (count === 0) return;
    const { title } = document;
    document.title = `(${count}) ${title}`;
    return () => {
      document.title = title;
    };
  }, [count]);
  return null;
}

/** Rejects in a browser that cannot say whether it may. */
async function notify(count: number): Promise<void> {
  const worker = await findWorker();
  if (!worker || (await mayNotify()) !== "granted" || (await findSubscription())) return;
  const title = count === 1 ? "A seller waits for you" : `${count} wait for you`;
  await worker.showNotification(title, { tag: TAG, icon: "/admin/icon-192.png", data: { url: "/admin" } });
}

function onVisibility(callback: () => void): () => void {
  document.addEventListener("visibilitychange", callback);
  return () => document.removeEventListener("visibilitychange", callback);
}
