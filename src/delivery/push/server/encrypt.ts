import { hash } from "node:crypto";
import type { PushMessage } from "#delivery/push/push.ts";
import type { PushIdentity } from "./identity.ts";
import type { PushSubscriptionsTable } from "./table.ts";

const TOPIC_LENGTH = 32;

type For = { identity: PushIdentity; subject: string; ttl: number };

/** The request for the push service: RFC 8030, 8291, 8292. The import is dynamic, because it costs start-up time. */
export async function encryptFor(
  { endpoint, p256dh, auth }: PushSubscriptionsTable,
  message: PushMessage,
  { identity: { publicKey, privateKey }, subject, ttl }: For,
): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const { default: webPush } = await import("web-push");
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: ttl,
      urgency: "high",
      topic: hash("sha256", message.tag, "base64url").slice(0, TOPIC_LENGTH),
    },
  );
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
    body: body ?? Buffer.alloc(0),
  };
}
