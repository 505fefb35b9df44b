import type { FastifyReply, FastifyRequest } from "fastify";
import type { RefreshTokenStore } from "#accounts/users/refresh-token-stores.ts";
import { AppError } from "#platform/errors.ts";
import type { App } from "#platform/server/http/types.ts";
import { MAX_IDLE_DAYS } from "./start-session.ts";

export type RefreshTokenSettings = { refreshTokenStore: RefreshTokenStore; publicUrl: string };

const DAY_SECONDS = 24 * 60 * 60;

/** Every answer passes this hook: in cookie mode no body holds a refresh token. Call it before the routes are registered. */
export function keepRefreshTokens(app: App, settings: RefreshTokenSettings): void {
  if (settings.refreshTokenStore === "browser") return;
  app.addHook("preSerialization", async (_request, reply, payload) => answerSignedIn(reply, payload, settings));
}

type MaybeSignedIn = { refreshToken?: unknown; data?: { refreshToken?: unknown } } | null | undefined;

function answerSignedIn(reply: FastifyReply, payload: unknown, settings: RefreshTokenSettings): unknown {
  const answer = payload as MaybeSignedIn;
  const token = answer?.refreshToken ?? answer?.data?.refreshToken;
  if (typeof token !== "string") return payload;
  reply.header("set-cookie", cookieOf(token, MAX_IDLE_DAYS * DAY_SECONDS, settings));
  const { refreshToken, ...rest } = answer ?? {};
  if (!rest.data) return rest;
  const { refreshToken: renewed, ...data } = rest.data;
  return { ...rest, data };
}

export function clearRefreshToken(reply: FastifyReply, settings: RefreshTokenSettings): void {
  if (settings.refreshTokenStore === "cookie") reply.header("set-cookie", cookieOf("", 0, settings));
}

/** In cookie mode only a page of this site may use the cookie. Throws forbidden for a cookie that comes along from elsewhere. */
export function shownRefreshToken(request: FastifyRequest, settings: RefreshTokenSettings): unknown {
  if (settings.refreshTokenStore === "browser") return Object(request.body).refreshToken;
  if (!isSameOrigin(request, settings)) throw new AppError("forbidden", "Please use the site's own pages.");
  return onlyCookie(request, nameOf(settings));
}

/** Two cookies count as none: over http another host of the domain can plant one. */
function onlyCookie({ headers, cookies }: FastifyRequest, name: string): string | undefined {
  const named = headers.cookie?.split(";").filter((pair) => pair.split("=")[0]?.trim() === name);
  return named?.length === 1 ? cookies[name] : undefined;
}

/** Browsers send the first to https and localhost only, the second with every POST. */
function isSameOrigin({ headers }: FastifyRequest, { publicUrl }: RefreshTokenSettings): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined ? headers.origin === publicUrl : site === "same-origin";
}

function cookieOf(token: string, seconds: number, settings: RefreshTokenSettings): string {
  const [path, secure] = isHttps(settings) ? ["/", "; Secure"] : ["/api/auth", ""];
  return `${nameOf(settings)}=${token}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Strict${secure}`;
}

/** Browsers take a name with the prefix from this very host over https only: no other host can plant one. */
function nameOf(settings: RefreshTokenSettings): string {
  return isHttps(settings) ? "__Host-refreshToken" : "refreshToken";
}

function isHttps({ publicUrl }: RefreshTokenSettings): boolean {
  return publicUrl.startsWith("https:");
}
