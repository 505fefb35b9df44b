import type { FieldErrors } from "#platform/errors.ts";
import { parseJson } from "./json.ts";
import { accessToken, expireSession, refreshToken, renewSession, SessionError } from "./session.ts";

const TIMEOUT_MS = 15_000;
const SIGN_IN_AGAIN = "Your session has expired. Please sign in again.";
const NO_REFRESH_TOKEN = "No refresh token available";
const REFRESH_LOCK = "token-refresh";
const OTHER_TABS_TIMEOUT_MS = 300;

export class ApiError extends Error {
  readonly status: number;
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
  body?: unknown;
  file?: Blob;
  timeoutMs?: number;
  signal?: AbortSignal;
  /** The server answers a repeat with the same key with the first answer instead of executing it again. */
  idempotencyKey?: string;
  /** Of a stream that goes on. */
  lastEventId?: string | undefined;
  /** With "refuse", 401 and 403 answer this call itself and do not mean that the access token is old. */
  renewal?: "refuse";
  outlivesPage?: true;
};

const CHANGING_MS = 1_500;
let changesUnderWay = 0;
let changedAt = Number.NEGATIVE_INFINITY;

let askForProof: (() => Promise<boolean>) | undefined;

export function askForProofBy(ask: typeof askForProof): void {
  askForProof = ask;
}

/** Throws ApiError, or the abort of the caller's signal unchanged. A missing proof is asked for, and the call repeated. */
export async function callApi<Answer>(path: string, request: ApiRequest = {}): Promise<Answer> {
  return withProof(() => callOnce(path, request));
}

async function withProof<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  return call().catch(async (error) => {
    if (error.code !== "fresh_proof_required" || !(await askForProof?.())) throw error;
    return call();
  });
}

async function callOnce<Answer>(path: string, request: ApiRequest): Promise<Answer> {
  const timeout = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  const response = await openOnce(path, { ...request, signal });
  const text = await attempt(response.text(), request.signal);
  if (text === "") return undefined as Answer;
  try {
    return parseJson(text) as Answer;
  } catch {
    throw new ApiError(response.status, "unreadable");
  }
}

/** Answers are streamed, so the time limit ends with the first byte. Throws like callApi. */
export async function openApi(path: string, request: ApiRequest = {}): Promise<Response> {
  return withProof(() => openOnce(path, request));
}

async function openOnce(path: string, request: ApiRequest): Promise<Response> {
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

/** Whether this page changes something now, or did a moment ago: the word of it can come after the answer. */
export function isChanging(): boolean {
  return changesUnderWay > 0 || performance.now() - changedAt < CHANGING_MS;
}

export function errorText(error: unknown, fallback: string): string {
  const isForPeople = error instanceof ApiError || error instanceof SessionError;
  return (isForPeople && error.message) || fallback;
}

async function send(path: string, request: ApiRequest, token: string | null): Promise<Response> {
  const headers: Record<string, string> = { "content-type": request.file?.type ?? "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (request.idempotencyKey) headers["idempotency-key"] = request.idempotencyKey;
  if (request.lastEventId) headers["last-event-id"] = request.lastEventId;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException("", "TimeoutError")), request.timeoutMs ?? TIMEOUT_MS);
  const signal = request.signal ? AbortSignal.any([request.signal, late.signal]) : late.signal;
  const body = request.file ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const method = request.method ?? "GET";
  const change = method === "GET" ? 0 : 1;
  changesUnderWay += change;
  try {
    const init = { method, headers, body, signal, keepalive: request.outlivesPage };
    return await attempt(fetch(path, init), request.signal);
  } finally {
    clearTimeout(timer);
    changesUnderWay -= change;
    if (change) changedAt = performance.now();
  }
}

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

/** Returns once the stored access token differs from the refused or old one. Ends the session if renewal is refused. */
export async function renewTokens(refused: string | null): Promise<void> {
  const renew = async () => {
    // Another call or tab may have renewed the tokens while this one waited for the lock.
    if (accessToken() !== refused) return;
    await requestNewTokens();
  };
  // Locks only exist in secure contexts. Without them, the server tolerates two refreshes at the same time.
  if (!navigator.locks) await renewOnce(renew);
  else if (!(await renewIfFree(renew)))
    await navigator.locks.request(REFRESH_LOCK, async () => {
      await waitForOtherTabs(refused);
      await renew();
    });
  if (!accessToken()) throw sessionExpired(SIGN_IN_AGAIN);
}

async function renewIfFree(renew: () => Promise<void>): Promise<boolean> {
  return navigator.locks.request(REFRESH_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await renew();
    return lock !== null;
  });
}

/** Another tab's storage write can arrive shortly after its lock is released. */
async function waitForOtherTabs(refused: string | null): Promise<void> {
  if (accessToken() !== refused) return;
  const late = AbortSignal.timeout(OTHER_TABS_TIMEOUT_MS);
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
  // Without a token in storage it may be in a cookie, which the browser sends by itself.
  const response = await send(
    "/api/auth/refresh",
    { method: "POST", body: token ? { refreshToken: token } : {} },
    null,
  );
  // A restart, or a gateway without a server behind it, says nothing about the session.
  if ([429, 502, 503, 504].includes(response.status)) throw await toApiError(response);
  const text = await attempt(response.text(), undefined);
  const answer = response.ok ? readRefreshed(text) : undefined;
  if (!answer) throw endSession(token ? SIGN_IN_AGAIN : NO_REFRESH_TOKEN);
  try {
    renewSession(answer.data, answer.user);
  } catch (error) {
    throw endSession(errorText(error, SIGN_IN_AGAIN));
  }
}

function readRefreshed(text: string): Refreshed | undefined {
  try {
    const answer = parseJson(text) as Partial<Refreshed>;
    return answer.data && (answer as Refreshed);
  } catch {
    return undefined;
  }
}

type Refreshed = {
  data: { accessToken: string; refreshToken?: string };
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
