import { PUSH_KINDS, type PushKind, type PushSubscription } from "#delivery/push/push.ts";
import type { QueueColumns } from "#platform/server/queue/queue.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    push_subscriptions: PushSubscriptionsTable;
    pushes: PushesTable;
  }
}

/** One per session, and gone with it. */
export type PushSubscriptionsTable = {
  id: string;
  user_id: string;
  session_id: string;
  /** Who knows the address and the keys can ring the device, so that no answer holds them. */
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Ours at that time. */
  public_key: string;
  is_stale: number;
  device: string;
  /** Separated by spaces, as are the days off. */
  kinds: string;
  named: number;
  /** HH:mm on the company's clock, or "". */
  quiet_from: string;
  quiet_to: string;
  days_off: string;
  mail_too: number;
  created_at: string;
};

/** Holds no name and no text: the message is written when it is sent. */
export type PushesTable = QueueColumns & {
  subscription_id: string;
  user_id: string;
  kind: PushKind | typeof TEST;
  /** "" if it is about none, or about several. */
  lead_id: string;
  detail: string;
  /** Kept before the first attempt, so that a repeat has the same. */
  tag: string | null;
  state: "waiting" | "sent" | "failed" | "withdrawn" | "expired";
  queued_at: string;
  shown_at: string | null;
  opened_at: string | null;
  used_at: string | null;
};

export const TEST = "test";

const SHOWN_STATES = {
  waiting: "waiting",
  sent: "handed over",
  failed: "failed",
  expired: "expired",
} as const;

/** What was withdrawn is not shown: the device was not to ring. */
export function toSubscription(
  row: PushSubscriptionsTable,
  { sessionId, recent }: { sessionId: string; recent: readonly PushesTable[] },
): PushSubscription {
  return {
    _id: row.id,
    device: row.device,
    isThisDevice: row.session_id === sessionId,
    isStale: row.is_stale === 1,
    ...settingsOf(row),
    createdAt: row.created_at,
    recent: recent.flatMap(({ kind, queued_at: at, state, shown_at }) =>
      state === "withdrawn"
        ? []
        : [{ at, what: kind === TEST ? "A test" : PUSH_KINDS[kind], state: shown_at ? "shown" : SHOWN_STATES[state] }],
    ),
  };
}

export function settingsOf(row: PushSubscriptionsTable) {
  return {
    kinds: wordsOf(row.kinds) as PushKind[],
    named: row.named === 1,
    ...(row.quiet_from && { quietFrom: row.quiet_from, quietTo: row.quiet_to }),
    daysOff: wordsOf(row.days_off).map(Number),
    mailToo: row.mail_too === 1,
  };
}

function wordsOf(text: string): string[] {
  return text.split(" ").filter(Boolean);
}
