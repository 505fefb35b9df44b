import type { IncomingHttpHeaders } from "node:http";

/** Global Privacy Control: the person does not want to be tracked (https://www.w3.org/TR/gpc/). */
export function hasPrivacySignal(headers: IncomingHttpHeaders): boolean {
  return headers["sec-gpc"] === "1";
}
