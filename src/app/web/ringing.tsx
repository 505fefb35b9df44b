import { useEffect } from "react";
import { WaitingTitle } from "#deals/day/web/waiting-title.tsx";
import { keepRinging } from "#delivery/push/web/this-browser.ts";

export function Ringing({ person }: { person: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each person who signs in
  useEffect(() => {
    // A browser without service workers rings nobody, and the account page says so.
    keepRinging().catch(() => {});
  }, [person]);
  return <WaitingTitle />;
}
