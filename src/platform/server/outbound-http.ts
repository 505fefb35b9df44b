// A user entered the URL of these calls. Without the checks a call could reach the machine's own services, the internal
// network, or a cloud's metadata service.
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { request as httpRequest } from "./http/node-http.ts";

/** The message is for the person who entered the URL. */
export class CallError extends Error {}

export type CallAnswer = {
  status: number;
  text: string;
  retryAfter: string | undefined;
};

type Call = {
  headers: Record<string, string>;
  body: string | Buffer;
  allowPrivate: boolean;
  /** The signal bounds the whole call, from the DNS lookup to the last byte read. */
  signal: AbortSignal;
};

const READ_BYTES = 4 * 1024;
const SHOWN_CHARACTERS = 1_000;
/** A receiver may send some 1xx answers, but must not keep this process busy with them. */
const MAX_INTERIM_ANSWERS = 100;
const LATEST_DATE = 8.64e15;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const NOT_SHOWN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

// The library calls every IPv6 address outside its named ranges "unicast", also unallocated ones.
const GLOBAL_V6 = ipaddr.parseCIDR("2000::/3");

export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(GLOBAL_V6));
}

/** Returns the reason of a refusal. Host names are checked at the call. */
export function refusalOf(url: URL, allowPrivate: boolean): string | undefined {
  if (allowPrivate) return undefined;
  if (url.protocol !== "https:") return "The address must begin with https://";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) && !isPublicAddress(host) ? "The address is inside a private network" : undefined;
}

type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

type Done = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** The address is resolved for the connection itself, so that it cannot change after the check. One internal address refuses it. */
export function publicLookup(resolve: Resolve = systemLookup) {
  return (host: string, options: LookupOptions, done: Done): void => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new CallError("The host name was not found"), []);
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return done(new CallError("The host name points inside a private network"), []);
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
}

const lookupPublic = publicLookup();

/** Follows no redirects and reads the beginning of the answer. Throws CallError if there is none before the signal aborts. */
export async function postOnce(url: URL, call: Call): Promise<CallAnswer> {
  const refusal = refusalOf(url, call.allowPrivate);
  if (refusal) throw new CallError(refusal);
  try {
    return await answerTo(url, call);
  } catch (error) {
    throw error instanceof CallError
      ? error
      : new CallError(describeError(error as NodeJS.ErrnoException, call.signal));
  }
}

function answerTo(url: URL, { headers, body, allowPrivate, signal }: Call): Promise<CallAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<CallAnswer>();
  const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
    method: "POST",
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
    // A kept-alive connection would skip the address check.
    agent: false,
    ...(!allowPrivate && { lookup: lookupPublic }),
  });
  // Node's own `signal` option reports nothing if a request ends after its socket was detached.
  const giveUp = (reason: Error) => {
    reject(reason);
    request.destroy();
  };
  const abort = () => giveUp(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  let isAnswered = false;
  let interimAnswers = 0;
  request.on("response", (response) => {
    isAnswered = true;
    const { statusCode: status = 0, headers: answered } = response;
    readBeginning(response).then(
      (text) => resolve({ status, text, retryAfter: answered["retry-after"] }),
      (error) => giveUp(error),
    );
  });
  // Without a listener Node closes the connection and reports nothing.
  request.on("upgrade", ({ statusCode: status = 0 }, socket) => {
    socket.destroy();
    resolve({ status, text: "", retryAfter: undefined });
  });
  request.on("information", () => {
    if (++interimAnswers > MAX_INTERIM_ANSWERS) giveUp(new CallError("It gave no final answer"));
  });
  request.on("error", reject);
  request.on("close", () => {
    if (!isAnswered) reject(new CallError("The connection was closed early"));
  });
  request.end(body);
  return promise.finally(() => signal.removeEventListener("abort", abort));
}

export function retryAt(retryAfter: string | undefined, now: Date): Date | undefined {
  if (retryAfter === undefined) return undefined;
  const isDate = /^[A-Z][a-z]{2,8}, .{1,30} GMT$/.test(retryAfter);
  const at = isDate
    ? Date.parse(retryAfter)
    : /^\d+$/.test(retryAfter)
      ? now.getTime() + Number(retryAfter) * 1_000
      : NaN;
  return Number.isNaN(at) ? undefined : new Date(Math.min(at, LATEST_DATE));
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length >= READ_BYTES) break;
  }
  response.destroy();
  return shown(Buffer.concat(chunks).subarray(0, READ_BYTES).toString("utf8"));
}

function shown(text: string): string {
  return text.slice(0, SHOWN_CHARACTERS).toWellFormed().replace(NOT_SHOWN, "\ufffd");
}

function describeError(error: NodeJS.ErrnoException, signal: AbortSignal): string {
  if (signal.aborted) return "No answer in time";
  switch (error.code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "The host name was not found";
    case "ECONNREFUSED":
      return "Nothing is listening at this address";
    case "ECONNRESET":
    case "EPIPE":
      return "The connection was closed early";
    case "ENETUNREACH":
    case "EHOSTUNREACH":
    case "ETIMEDOUT":
      return "The address cannot be reached";
    default:
      return error.code ? `The call failed (${error.code})` : "The call failed";
  }
}
