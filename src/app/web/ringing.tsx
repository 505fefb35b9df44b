import { useEffect } from "react";
import { WaitingTitle } from "#deals/day/web/waiting-title.tsx";
import { keepRinging } from "#delivery/push/web/this-browser.ts";

/** Mounted anew for each person who signs in. */
export function Ringing() {
  useEffect(() => {
    // A browser without service workers rings nobody, and the account page says so.
    keepRinging().catch(() => {});
  }, []);
  return <WaitingTitle />;
}
