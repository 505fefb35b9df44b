import { useMemo, useSyncExternalStore } from "react";
import type { Duty } from "#platform/access/duties.ts";
import { currentUser, isSignedIn, onSessionChange, type SessionUser } from "../session.ts";

export type Session = { isSignedIn: boolean; user: SessionUser | undefined };

export function useSession(): Session {
  const snapshot = useSyncExternalStore(onSessionChange, readSnapshot, () => NOBODY);
  return useMemo(() => JSON.parse(snapshot), [snapshot]);
}

/** What the page offers: the server decides. */
export function useMay(): (...duties: Duty[]) => boolean {
  const { user } = useSession();
  return (...duties) => duties.every((duty) => !Array.isArray(user?.duties) || user.duties.includes(duty));
}

function readSnapshot(): string {
  return JSON.stringify({ isSignedIn: isSignedIn(), user: currentUser() });
}

const NOBODY = JSON.stringify({ isSignedIn: false });
