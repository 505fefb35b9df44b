import type { IncomingHttpHeaders } from "node:http";
import type { Attributions, PrivacySignal } from "#people/leads/attribution.ts";
import { privacySignalOf } from "#platform/server/http/privacy-signal.ts";

/** By the headers alone, whatever the page sent. */
export type WithPrivacySignal = { privacySignal?: PrivacySignal | undefined };

/** Removes the attribution if the browser sends a privacy signal, even if the page sent one, and names the signal. */
export function withPrivacySignal<Sent extends { source?: Attributions | undefined }>(
  sent: Sent,
  headers: IncomingHttpHeaders,
): Sent & WithPrivacySignal {
  const privacySignal = privacySignalOf(headers);
  return privacySignal ? { ...sent, source: undefined, privacySignal } : sent;
}
