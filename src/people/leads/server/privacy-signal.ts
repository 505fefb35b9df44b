import type { IncomingHttpHeaders } from "node:http";
import type { Attributions, PrivacySignal } from "#people/leads/attribution.ts";
import { privacySignalOf } from "#platform/server/http/privacy-signal.ts";

export type WithPrivacySignal = { privacySignal?: PrivacySignal | undefined };

/** The headers decide, whatever attribution the page sent. */
export function withPrivacySignal<Sent extends { source?: Attributions | undefined }>(
  sent: Sent,
  headers: IncomingHttpHeaders,
): Sent & WithPrivacySignal {
  const privacySignal = privacySignalOf(headers);
  return privacySignal ? { ...sent, source: undefined, privacySignal } : sent;
}
