import type { IncomingHttpHeaders } from "node:http";
import type { Source } from "#platform/visit-source.ts";

/** Global Privacy Control: the browser says that its person does not want to be followed (https://www.w3.org/TR/gpc/). */
export function hasPrivacySignal(headers: IncomingHttpHeaders): boolean {
  return headers["sec-gpc"] === "1";
}

/** What somebody sent, without how they found the site where their browser says so, whatever the page did. */
export function withoutRefusedSource<Sent extends { source?: Source | undefined }>(
  sent: Sent,
  headers: IncomingHttpHeaders,
): Sent {
  return hasPrivacySignal(headers) ? { ...sent, source: undefined } : sent;
}
