// Values that survive a reload and navigation in this tab. Without storage nothing is kept, and pages still work.

export function remember(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Blocked in some private windows.
  }
}

/** The stored value, of any type: the caller validates it. */
export function recall(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Then nothing was stored either.
  }
}
