import { leadPath, type PushKind, type PushMessage } from "#delivery/push/push.ts";
import { type PushesTable, type PushSubscriptionsTable, TEST } from "./table.ts";

export type Ring = {
  leadId: string;
  detail: string;
  userId: string;
  /** The person chose to see names. */
  named: boolean;
  queuedAt: Date;
  now: Date;
};

export type Ringing = {
  title: string;
  body: string;
  /** One line beside others. */
  line: string;
  canClaim: boolean;
};

/** Returns undefined if this person is not to be rung about it, or not any more. */
export type Ringer = (ring: Ring) => Promise<Ringing | undefined>;

export type Ringers = Record<PushKind, Ringer>;

type Given = {
  device: PushSubscriptionsTable;
  ringers: Ringers;
  tokenOf: (pushId: string) => string;
  push: PushesTable;
  now: Date;
};

type Written = { message: PushMessage; told: readonly string[] };

const DAY_PATH = "/admin";
const MAX_LINES = 5;
const AT_ONCE = 5;
/** A push service must take 4,096 bytes with their encryption, and a letter takes up to four of them. */
const MAX_TITLE = 150;
const MAX_BODY = 600;
const TEST_MESSAGE = {
  title: "It rings",
  body: "This device is told when a seller waits for you.",
  tag: TEST,
  url: DAY_PATH,
};

/** `told`: the ids of what it tells. Undefined if the push itself is not, or not any more, to be told. */
export async function writeMessage(gathered: readonly PushesTable[], given: Given): Promise<Written | undefined> {
  const { push, tokenOf } = given;
  const token = tokenOf(push.id);
  if (push.kind === TEST) return { message: { ...TEST_MESSAGE, token }, told: [push.id] };
  const rung: { leadId: string; id: string; ringing: Ringing }[] = [];
  // One by one, a hundred that wait would take seconds on PostgreSQL; all at once, they would take every connection.
  for (let first = 0; first < gathered.length; first += AT_ONCE) {
    const some = gathered.slice(first, first + AT_ONCE);
    const ringings = await Promise.all(some.map((one) => ringingOf(one, given)));
    for (const [index, { lead_id: leadId, id }] of some.entries()) {
      const ringing = ringings[index];
      if (ringing) rung.push({ leadId, id, ringing });
    }
  }
  const own = rung.find(({ id }) => id === push.id);
  if (!own) return undefined;
  const tag = gathered.find(({ id }) => id === push.id)?.tag ?? push.kind;
  const told = rung.map(({ id }) => id);
  if (rung.length > 1)
    return { message: { ...together(rung.map(({ ringing }) => ringing)), tag, url: DAY_PATH, token }, told };
  const { title, body, canClaim } = own.ringing;
  const url = own.leadId ? leadPath(own.leadId) : DAY_PATH;
  return { message: { title: cut(title, MAX_TITLE), body: cut(body, MAX_BODY), tag, url, token, canClaim }, told };
}

async function ringingOf(push: PushesTable, { device, ringers, now }: Given): Promise<Ringing | undefined> {
  if (push.kind === TEST) return undefined;
  return ringers[push.kind]({
    leadId: push.lead_id,
    detail: push.detail,
    userId: device.user_id,
    named: device.named === 1,
    queuedAt: new Date(push.queued_at),
    now,
  });
}

/** The latest are named. */
function together(rung: readonly Ringing[]): Pick<PushMessage, "title" | "body" | "canClaim"> {
  const lines = rung.map(({ line }) => cut(line, MAX_TITLE)).reverse();
  const rest = lines.length - MAX_LINES;
  const shown = [...lines.slice(0, MAX_LINES), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return { title: `${rung.length} wait for you`, body: cut(shown.join("\n"), MAX_BODY), canClaim: false };
}

function cut(text: string, length: number): string {
  const letters = Array.from(text);
  return letters.length > length ? `${letters.slice(0, length - 1).join("")}…` : text;
}
