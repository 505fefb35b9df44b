// The one way from a page to the server. Small on purpose: public pages carry it too.
import type { FieldErrors } from "#platform/errors.ts";
import { parseJson } from "#platform/json.ts";
import { accessToken, expireSession, refreshToken, renewSession, SessionError } from "./session.ts";

const TIMEOUT_MS = 15_000;
const SIGN_IN_AGAIN = "Your session has expired. Please sign in again.";
const REFRESH_LOCK = "token-refresh";
const NEWS_TIMEOUT_MS = 300;

/** A call that failed. `message` is what the server said for people to read, and empty where it said nothing usable. */
export class ApiError extends Error {
  /** 0 where no answer came. */
  readonly status: number;
  /** The server's stable code, or one of ours: timeout, offline, unreadable, session_ended. */
  readonly code: string;
  readonly fields: FieldErrors;
  readonly body: Record<string, unknown>;

  constructor(status: number, code: string, body: Record<string, unknown> = {}) {
    super([body.message, body.error].find((text): text is string => typeof text === "string" && text !== "") ?? "");
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.body = body;
    this.fields = (body.fields as FieldErrors | undefined) ?? {};
  }
}

export type ApiRequest = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of a body. */
  csv?: Blob;
  /** For what takes longer than an answer usually does. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** The same key makes the server answer a repeat with the first answer instead of doing it again. */
  idempotencyKey?: string;
  /** "refuse": a 401 or 403 is the answer to this very call, not a sign that the access token is old. */
  renewal?: "refuse";
  /** The call is finished even where the page is left meanwhile. */
  outlivesPage?: true;
};

/** Calls the API and returns its answer. Throws ApiError; an abort by the caller's signal is thrown as it is. */
export async function callApi<Answer>(path: string, request: ApiRequest = {}): Promise<Answer> {
  const timeout = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  const response = await openApi(path, { ...request, signal });
  const text = await attempt(response.text(), request.signal);
  if (text === "") return undefined as Answer;
  try {
    return parseJson(text) as Answer;
  } catch {
    throw new ApiError(response.status, "unreadable");
  }
}

/** As callApi, for an answer that is read as it comes. The time limit then ends with the first byte. */
export async function openApi(path: string, request: ApiRequest = {}): Promise<Response> {
  const token = accessToken();
  const response = await send(path, request, token);
  if (response.ok) return response;
  const isTokenRefused = response.status === 401 || response.status === 403;
  if (!isTokenRefused || request.renewal === "refuse" || !(token || refreshToken())) throw await toApiError(response);
  await renewTokens(token);
  const second = await send(path, request, accessToken());
  if (second.ok) return second;
  throw await toApiError(second);
}

/** What to tell the person: the server's words, or the fallback where it had none. */
export function errorText(error: unknown, fallback: string): string {
  const isForPeople = error instanceof ApiError || error instanceof SessionError;
  return (isForPeople && error.message) || fallback;
}

async function send(path: string, request: ApiRequest, token: string | null): Promise<Response> {
  const headers: Record<string, string> = { "content-type": request.csv ? "text/csv" : "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (request.idempotencyKey) headers["idempotency-key"] = request.idempotencyKey;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException("", "TimeoutError")), request.timeoutMs ?? TIMEOUT_MS);
  const signal = request.signal ? AbortSignal.any([request.signal, late.signal]) : late.signal;
  const body = request.csv ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const init = { method: request.method ?? "GET", headers, body, signal, keepalive: request.outlivesPage };
  try {
    return await attempt(fetch(path, init), request.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the network and gives its failures our names. */
async function attempt<Result>(result: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    const name = (error as DOMException).name;
    if (name === "TimeoutError") throw new ApiError(0, "timeout");
    if (signal?.aborted) throw error;
    throw new ApiError(0, "offline");
  }
}

/** Returns once the stored access token is another than the refused one; ends the session where it cannot be renewed. */
async function renewTokens(refused: string | null): Promise<void> {
  const renew = async () => {
    // Whoever waited for the lock finds the work done by the call, or the tab, that had it before.
    if (accessToken() !== refused) return;
    await requestNewTokens();
  };
  // Locks exist on secure origins only. Elsewhere the server forgives two refreshes at the same moment.
  if (!navigator.locks) await renewOnce(renew);
  else if (!(await renewIfFree(renew)))
    await navigator.locks.request(REFRESH_LOCK, async () => {
      await newsFromOtherTabs(refused);
      await renew();
    });
  if (!accessToken()) throw sessionExpired(SIGN_IN_AGAIN);
}

/** Returns whether nobody else was at it. */
async function renewIfFree(renew: () => Promise<void>): Promise<boolean> {
  return navigator.locks.request(REFRESH_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await renew();
    return lock !== null;
  });
}

/** What another tab has just stored can reach this one a moment after the lock does. */
async function newsFromOtherTabs(refused: string | null): Promise<void> {
  if (accessToken() !== refused) return;
  const late = AbortSignal.timeout(NEWS_TIMEOUT_MS);
  await new Promise((resolve) => {
    late.addEventListener("abort", resolve);
    addEventListener("storage", resolve, { signal: late });
  });
}

let renewing: Promise<void> | undefined;

async function renewOnce(renew: () => Promise<void>): Promise<void> {
  renewing ??= renew();
  try {
    await renewing;
  } finally {
    renewing = undefined;
  }
}

async function requestNewTokens(): Promise<void> {
  const token = refreshToken();
  if (!token) throw endSession("No refresh token available");
  const response = await send("/api/auth/refresh", { method: "POST", body: { refreshToken: token } }, null);
  // A restart or a gateway without a server behind it says nothing about the sign-in.
  if ([429, 502, 503, 504].includes(response.status)) throw await toApiError(response);
  const text = await attempt(response.text(), undefined);
  const answer = response.ok ? readRefreshed(text) : undefined;
  if (!answer) throw endSession(SIGN_IN_AGAIN);
  try {
    renewSession(answer.data, answer.user);
  } catch (error) {
    throw endSession(errorText(error, SIGN_IN_AGAIN));
  }
}

/** Undefined where the answer has no data, which makes it no answer. */
function readRefreshed(text: string): Refreshed | undefined {
  try {
    const answer = parseJson(text) as Partial<Refreshed>;
    return answer.data && (answer as Refreshed);
  } catch {
    return undefined;
  }
}

type Refreshed = {
  data: { accessToken: string; refreshToken: string };
  user?: Record<string, unknown>;
};

function endSession(message: string): ApiError {
  expireSession(message);
  return sessionExpired(message);
}

function sessionExpired(message: string): ApiError {
  return new ApiError(401, "session_ended", { message });
}

async function toApiError(response: Response): Promise<ApiError> {
  try {
    const body = Object(parseJson(await response.text()));
    return new ApiError(response.status, typeof body.code === "string" ? body.code : "unreadable", body);
  } catch {
    return new ApiError(response.status, "unreadable");
  }
}
