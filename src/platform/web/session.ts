// Who is signed in, as the browser remembers it. The keys are part of the product's contract.

const ACCESS_TOKEN = "accessToken";
const REFRESH_TOKEN = "refreshToken";
const USER_DATA = "userData";

export type SessionUser = { email: string; role: string };

type Tokens = { accessToken?: string; refreshToken?: string };

/** A sign-in that brought nothing to keep. The message is the product's own. */
export class SessionError extends Error {}

/** Sent on window whenever this tab signs in or out, or learns something new about the person. */
const SESSION_CHANGED = "sessionchanged";

/** Sent on window with what the person should be told: they did not do this themselves. */
const SESSION_EXPIRED = "sessionlost";

export function accessToken(): string | null {
  return read(ACCESS_TOKEN);
}

export function refreshToken(): string | null {
  return read(REFRESH_TOKEN);
}

export function isSignedIn(): boolean {
  return Boolean(accessToken());
}

/** What the last sign-in said about the person; undefined where it is missing or unreadable. */
export function currentUser(): SessionUser | undefined {
  try {
    const user = JSON.parse(read(USER_DATA) ?? "null");
    return typeof user?.role === "string" ? { role: user.role, email: String(user.email ?? "") } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the answer to a sign-in or a registration. */
export function startSession({ accessToken, refreshToken, ...userData }: Tokens & Record<string, unknown>): void {
  storeTokens({ accessToken, refreshToken });
  localStorage.setItem(USER_DATA, JSON.stringify(userData));
  announce();
}

/** Keeps renewed tokens, and what the server now says about the person. */
export function renewSession(tokens: Tokens, user: Record<string, unknown> | undefined): void {
  const before = currentUser()?.role;
  storeTokens(tokens);
  if (user) localStorage.setItem(USER_DATA, JSON.stringify({ ...readObject(USER_DATA), ...user }));
  announce();
  if (before === "admin" && currentUser()?.role !== "admin") announceExpiry("You are not an admin any more.");
}

export function clearSession(): void {
  forgetSession();
  announce();
}

/** As clearSession, where it was not the person who ended it. */
export function expireSession(message: string): void {
  clearSession();
  announceExpiry(message);
}

/** Clears the session without telling this tab, which is about to load another document. */
export function forgetSession(): void {
  try {
    for (const key of [ACCESS_TOKEN, REFRESH_TOKEN, USER_DATA]) localStorage.removeItem(key);
  } catch {
    // Storage refused: there is nothing in it either.
  }
}

/** Calls back with what to tell the person whose session ended, or was cut short, under their hands. */
export function onSessionExpired(callback: (message: string) => void): void {
  addEventListener(SESSION_EXPIRED, (event) => callback((event as CustomEvent<string>).detail));
}

/** Calls back whenever somebody signs in or out here or in another tab. Returns how to stop. */
export function onSessionChange(callback: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === ACCESS_TOKEN || key === USER_DATA) callback();
  };
  addEventListener(SESSION_CHANGED, callback);
  addEventListener("storage", onStorage);
  return () => {
    removeEventListener(SESSION_CHANGED, callback);
    removeEventListener("storage", onStorage);
  };
}

function storeTokens({ accessToken, refreshToken }: Tokens): void {
  if (!accessToken && !refreshToken) throw new SessionError("Neither refreshToken nor accessToken was returned");
  if (accessToken) localStorage.setItem(ACCESS_TOKEN, accessToken);
  if (refreshToken) localStorage.setItem(REFRESH_TOKEN, refreshToken);
}

function announce(): void {
  dispatchEvent(new Event(SESSION_CHANGED));
}

function announceExpiry(message: string): void {
  dispatchEvent(new CustomEvent(SESSION_EXPIRED, { detail: message }));
}

function readObject(key: string): object {
  try {
    return Object(JSON.parse(read(key) ?? "{}"));
  } catch {
    return {};
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
