export type State = {
  /**
   * dark: nobody can write, so it ends with the version before. opening: a visitor may have written to the new version, so it ends
   * with that. turning: one process after the other gets the new version, and both may write.
   */
  phase: "dark" | "opening" | "turning";
  from: string;
  to: string;
  tag: string;
  /** systemd may forget a unit that is stopped. */
  units: readonly string[];
  /** In milliseconds. */
  darkSince?: number;
};

export const FOLDER: string;
export const NEXT: string;
export function readState(root: string): State | undefined;
export function writeState(root: string, state: State): void;
export function keepRoom(root: string): void;
export function clearState(root: string): void;
export function lockUpdate(root: string): void;
export function unlockUpdate(root: string): void;
export function exchangeCode(root: string, state: State): void;
export function takeCodeBack(root: string, state: State): void;
