import { createHash } from "node:crypto";

const EXECUTABLE_INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** The policy of one page: its own inline scripts by hash, everything else from this site, the map's frame excepted. */
export function contentSecurityPolicy(html: string): string {
  const hashes = [...html.matchAll(EXECUTABLE_INLINE_SCRIPT)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(" ")}`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src https://www.openstreetmap.org",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export function pageHeaders({ indexed, secure }: { indexed: boolean; secure: boolean }): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    // The address of a page that search engines may not know (a confirmation, say) is nobody else's business either.
    "referrer-policy": indexed ? "strict-origin-when-cross-origin" : "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    ...(!indexed && { "x-robots-tag": "noindex" }),
    ...(secure && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
}
