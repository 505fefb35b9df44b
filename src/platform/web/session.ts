// The storage keys are part of the product's contract.

const ACCESS_TOKEN = "accessToken";
const REFRESH_TOKEN = "refreshToken";
const USER_DATA = "userData";

export type SessionUser = {
  email: string;
  role: string;
  /** Undefined in a session from before there were duties. */
  duties?: readonly string[];
  ownLeadsOnly?: boolean;
  secondFactorDue: boolean;
  secondFactorBy: string | null;
};

type Tokens = { accessToken?: string; refreshToken?: string };

export class SessionError extends Error {}

const SESSION_CHANGED = "sessionchanged";

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

export function currentUser(): SessionUser | undefined {
  try {
    const user = JSON.parse(read(USER_DATA) ?? "null");
    if (typeof user?.role !== "string") return undefined;
    return { email: "", secondFactorDue: false, secondFactorBy: null, ...user };
  } catch {
    return undefined;
  }
}

export function startSession({ accessToken, refreshToken, ...userData }: Tokens & Record<string, unknown>): void {
  storeTokens({ accessToken, refreshToken });
  localStorage.setItem(USER_DATA, JSON.stringify(userData));
  announce();
}

export function renewSession(tokens: Tokens, user: Record<string, unknown> | undefined): void {
  const before = currentUser()?.role;
  storeTokens(tokens);
  // A limit that is over is not in the answer.
  if (user) localStorage.setItem(USER_DATA, JSON.stringify({ ...readObject(USER_DATA), ownLeadsOnly: false, ...user }));
  announce();
  if (before === "admin" && currentUser()?.role !== "admin") announceExpiry("You are not an admin any more.");
}

export function changeSessionUser(changes: Partial<SessionUser>): void {
  if (!currentUser()) return;
  localStorage.setItem(USER_DATA, JSON.stringify({ ...readObject(USER_DATA), ...changes }));
  announce();
}

export function clearSession(): void {
  forgetSession();
  announce();
}

export function expireSession(message: string): void {
  clearSession();
  announceExpiry(message);
}

/** No event is sent, because this tab is about to load another document. */
export function forgetSession(): void {
  try {
    for (const key of [ACCESS_TOKEN, REFRESH_TOKEN, USER_DATA]) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so it is empty too.
  }
}

export function onSessionExpired(callback: (message: string) => void): void {
  addEventListener(SESSION_EXPIRED, (event) => callback((event as CustomEvent<string>).detail));
}

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
  // An answer without a refresh token says that it is in a cookie; an older one in storage is worthless then.
  if (refreshToken) localStorage.setItem(REFRESH_TOKEN, refreshToken);
  else localStorage.removeItem(REFRESH_TOKEN);
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
