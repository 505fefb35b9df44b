import { hash } from "node:crypto";
import type { PushMessage } from "#delivery/push/push.ts";
import type { PushIdentity } from "./identity.ts";
import type { PushSubscriptionsTable } from "./table.ts";

const ENCODING = "aes128gcm";
const TOPIC_LENGTH = 32;

type For = { identity: PushIdentity; subject: string; ttl: number };

/**
 * The request for the push service: RFC 8030, 8291, 8292. The import is dynamic, because it costs start-up time. The library's
 * own function for all of it makes Node print a warning.
 */
export async function encryptFor(
  { endpoint, p256dh, auth }: PushSubscriptionsTable,
  message: PushMessage,
  { identity: { publicKey, privateKey }, subject, ttl }: For,
): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const { default: webPush } = await import("web-push");
  const { origin } = new URL(endpoint);
  const signed = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, ENCODING);
  return {
    headers: {
      authorization: signed.Authorization,
      "content-type": "application/octet-stream",
      "content-encoding": ENCODING,
      ttl: String(ttl),
      urgency: "high",
      topic: hash("sha256", message.tag, "base64url").slice(0, TOPIC_LENGTH),
    },
    body: webPush.encrypt(p256dh, auth, JSON.stringify(message), ENCODING).cipherText,
  };
}
