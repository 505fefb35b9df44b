import { useMemo, useSyncExternalStore } from "react";
import { currentUser, isSignedIn, onSessionChange, type SessionUser } from "../session.ts";

export type Session = { isSignedIn: boolean; user: SessionUser | undefined };

export function useSession(): Session {
  const snapshot = useSyncExternalStore(onSessionChange, readSnapshot, () => NOBODY);
  return useMemo(() => JSON.parse(snapshot), [snapshot]);
}

function readSnapshot(): string {
  return JSON.stringify({ isSignedIn: isSignedIn(), user: currentUser() });
}

const NOBODY = JSON.stringify({ isSignedIn: false });
