import type { IncomingHttpHeaders } from "node:http";

/** Global Privacy Control: the browser says that its person does not want to be followed (https://www.w3.org/TR/gpc/). */
export function hasPrivacySignal(headers: IncomingHttpHeaders): boolean {
  return headers["sec-gpc"] === "1";
}
