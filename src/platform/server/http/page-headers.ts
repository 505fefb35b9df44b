import { createHash } from "node:crypto";

/** Where browsers say what the policy of a page kept from happening. */
export const POLICY_REPORTS_PATH = "/api/policy-reports";

/** A redirect's policy goes on to the page: without it the page could not tell where the visitor came from. */
export const INDEXED_REFERRER_POLICY = "strict-origin-when-cross-origin";

const EXECUTABLE_INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;
const INLINE_STYLE_SHEET = /<style>([\s\S]*?)<\/style>/g;

/** The policy of one page: its own inline scripts and style sheet by hash, everything else from this site, the map's frame excepted. */
export function contentSecurityPolicy(html: string): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashesOf(html, EXECUTABLE_INLINE_SCRIPT)].join(" "),
    ["style-src 'self'", ...hashesOf(html, INLINE_STYLE_SHEET)].join(" "),
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src https://www.openstreetmap.org",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Every browser knows it; of its successor report-to some say nothing until a minute later.
    `report-uri ${POLICY_REPORTS_PATH}`,
  ].join("; ");
}

function hashesOf(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
}

export type AnswerHeaders = Readonly<Record<string, string>>;

/** What every answer carries, page or not. */
export function answerHeaders(isHttps: boolean): AnswerHeaders {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...(isHttps && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
}

export function pageHeaders({ indexed }: { indexed: boolean }): Record<string, string> {
  return {
    // The address of a page that search engines may not know (a confirmation, say) is nobody else's business either.
    ...(indexed && { "referrer-policy": INDEXED_REFERRER_POLICY }),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    ...(!indexed && { "x-robots-tag": "noindex" }),
  };
}
