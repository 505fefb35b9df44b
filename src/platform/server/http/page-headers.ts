import { createHash } from "node:crypto";

/** Where browsers say what the policy of a page kept from happening. */
export const POLICY_REPORTS_PATH = "/api/policy-reports";

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

export function pageHeaders({ indexed, secure }: { indexed: boolean; secure: boolean }): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    // The address of a page that search engines may not know (a confirmation, say) is nobody else's business either.
    "referrer-policy": indexed ? "strict-origin-when-cross-origin" : "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    ...(!indexed && { "x-robots-tag": "noindex" }),
    ...(secure && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
}
