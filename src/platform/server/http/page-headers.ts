import { createHash } from "node:crypto";
import { WORKER_POLICY, WORKER_SCOPE, WORKER_SCRIPT } from "#platform/page-file.ts";

export const POLICY_REPORTS_PATH = "/api/policy-reports";

/** Redirects set it too: without it the target page cannot see where the visitor came from. */
export const INDEXED_REFERRER_POLICY = "strict-origin-when-cross-origin";

const EXECUTABLE_INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;
const INLINE_STYLE_SHEET = /<style>([\s\S]*?)<\/style>/g;

export function contentSecurityPolicy(html: string): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashesOf(html, EXECUTABLE_INLINE_SCRIPT)].join(" "),
    ["style-src 'self'", ...hashesOf(html, INLINE_STYLE_SHEET)].join(" "),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self' https://www.openstreetmap.org",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${WORKER_POLICY}`,
    `report-uri ${POLICY_REPORTS_PATH}`,
  ].join("; ");
}

/** The service worker's folder is below its scope. Its policy is its own, not that of the pages. */
export function workerHeaders(path: string): Record<string, string> {
  if (path !== WORKER_SCRIPT) return {};
  return {
    "service-worker-allowed": WORKER_SCOPE,
    "content-security-policy": `default-src 'none'; connect-src 'self'; report-uri ${POLICY_REPORTS_PATH}`,
  };
}

function hashesOf(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
}

export type AnswerHeaders = Readonly<Record<string, string>>;

export function answerHeaders(isHttps: boolean): AnswerHeaders {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...(isHttps && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
}

export function pageHeaders({ indexed }: { indexed: boolean }): Record<string, string> {
  return {
    // URLs of pages that are not indexed (such as a confirmation) must not leak to other sites.
    ...(indexed && { "referrer-policy": INDEXED_REFERRER_POLICY }),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    ...(!indexed && { "x-robots-tag": "noindex" }),
  };
}
