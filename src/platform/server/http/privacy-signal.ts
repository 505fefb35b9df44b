import type { IncomingHttpHeaders } from "node:http";

/**
 * The person does not want to be tracked: Global Privacy Control (https://www.w3.org/TR/gpc/), Do Not Track
 * (https://www.w3.org/TR/tracking-dnt/), or both.
 */
export function privacySignalOf(headers: IncomingHttpHeaders): "gpc" | "dnt" | "gpc dnt" | undefined {
  const [gpc, dnt] = [headers["sec-gpc"] === "1", headers.dnt === "1"];
  if (gpc && dnt) return "gpc dnt";
  if (gpc) return "gpc";
  return dnt ? "dnt" : undefined;
}
