import { randomBytes } from "node:crypto";
import cookie from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "#platform/server/http/types.ts";
import { hashToken } from "#platform/server/links/hashed-links.ts";

export type Visit = { userAgent: string; browserHash: string };

const COOKIE = "browser";
const MARK_BYTES = 32;
const MARK = /^[\w-]{43}$/;
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
const MAX_USER_AGENT_LENGTH = 300;

/** Only calls under this plugin's prefix get cookies. */
export async function registerCookies(app: App): Promise<void> {
  await app.register(cookie);
}

export function visitOf(request: FastifyRequest, reply: FastifyReply, { isHttps }: { isHttps: boolean }): Visit {
  const known = request.cookies[COOKIE] ?? "";
  const mark = MARK.test(known) ? known : randomBytes(MARK_BYTES).toString("base64url");
  reply.setCookie(COOKIE, mark, {
    path: "/api/auth",
    httpOnly: true,
    sameSite: "strict",
    secure: isHttps,
    maxAge: MAX_AGE_SECONDS,
  });
  const userAgent = String(request.headers["user-agent"] ?? "").slice(0, MAX_USER_AGENT_LENGTH);
  return { userAgent, browserHash: hashToken(mark) };
}
