import type { IncomingHttpHeaders } from "node:http";

/** https://www.w3.org/TR/gpc/ and https://www.w3.org/TR/tracking-dnt/ */
export function privacySignalOf(headers: IncomingHttpHeaders): "gpc" | "dnt" | "gpc dnt" | undefined {
  const [gpc, dnt] = [headers["sec-gpc"] === "1", headers.dnt === "1"];
  if (gpc && dnt) return "gpc dnt";
  if (gpc) return "gpc";
  return dnt ? "dnt" : undefined;
}
