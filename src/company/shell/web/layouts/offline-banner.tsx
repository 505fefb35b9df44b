import { useSyncExternalStore } from "react";
import { Icon } from "#platform/web/ui/icon.tsx";

/** The live region is rendered before it has text, because screen readers announce only changes. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="bg-warn-bg text-warn print:hidden">
      {!isOnline && (
        <p className="wrap flex items-center gap-2 py-2 font-semibold text-small">
          <Icon name="icon-wifi-off" className="flex-none" />
          You are offline. What you see may be out of date, and changes cannot be saved.
        </p>
      )}
    </div>
  );
}

function listen(callback: () => void): () => void {
  addEventListener("online", callback);
  addEventListener("offline", callback);
  return () => {
    removeEventListener("online", callback);
    removeEventListener("offline", callback);
  };
}
