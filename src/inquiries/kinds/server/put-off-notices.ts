// Who is rung may choose that no mail tells of a lead that was opened or taken in time.
import { findUser, findUsers } from "#accounts/users/server/accounts.ts";
import type { MailKind, Message } from "#delivery/mail/mail.ts";
import { listMailOf, type Writer, type Writers } from "#delivery/mail/server/store.ts";
import type { NewMail } from "#delivery/mail/server/table.ts";
import { MAIL_WAITS_MINUTES } from "#delivery/push/push.ts";
import { enqueuePushes, listRungAbout } from "#delivery/push/server/store.ts";
import { listClaims } from "#people/leads/server/claims/store.ts";
import { joinedIds } from "#people/leads/server/leads.ts";
import { emailKey } from "#platform/email.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";

const NOTICES = ["booking-staff-notice", "contact-staff-notice", "call-staff-notice"] as const satisfies MailKind[];
const WAITS_MS = MAIL_WAITS_MINUTES * 60_000;

/** Rings about the leads of these mails. Returns the notices of accounts that get theirs later, or never. */
export async function ringAboutLeads(
  trx: Db,
  mails: readonly NewMail[],
  { leadOf, now }: { leadOf: (recordId: string) => string; now: Date },
): Promise<NewMail[]> {
  const notices = mails.filter(({ kind }) => isNotice(kind));
  const pushes = notices.map(({ recordId }) => ({
    kind: "waiting" as const,
    leadId: leadOf(recordId),
    detail: recordId,
  }));
  const devices = (await enqueuePushes(trx, pushes, now)).filter(({ mail_too }) => mail_too === 0);
  const dueAt = new Date(now.getTime() + WAITS_MS);
  return [...new Set(devices.map(({ user_id }) => user_id))].flatMap((userId) =>
    notices.map((mail) => ({ ...mail, detail: `${userId} ${leadOf(mail.recordId)}`, dueAt })),
  );
}

/** Each notice without the accounts that have one of their own. */
export function withPutOffNotices<Given extends Partial<Writers>>(database: Database, writers: Given): Given {
  const db = database.read;
  const putOff = (kind: MailKind, write: Writer): Writer => {
    return async (mail) => {
      const [userId = "", leadId = ""] = mail.detail.split(" ");
      if (userId === "") return without(await write(mail), await keysOfPutOff(db, kind, mail.recordId));
      const user = await findUser(db, userId);
      if (!user || (await isSeen(db, { leadId, userId, since: mail.queuedAt }))) return undefined;
      const message = await write(mail);
      return message && to(message, (key) => key === emailKey(user.email));
    };
  };
  const wrapped = Object.entries(writers).map(([kind, write]) => [
    kind,
    isNotice(kind as MailKind) ? putOff(kind as MailKind, write as Writer) : write,
  ]);
  return Object.fromEntries(wrapped) as Given;
}

function isNotice(kind: MailKind): boolean {
  return (NOTICES as readonly MailKind[]).includes(kind);
}

function without(message: Message | undefined, keys: ReadonlySet<string>): Message | undefined {
  return message && (keys.size === 0 ? message : to(message, (key) => !keys.has(key)));
}

function to(message: Message, isMeant: (key: string) => boolean): Message | undefined {
  const mailboxes = message.to.filter(({ address }) => isMeant(emailKey(address)));
  return mailboxes.length > 0 ? { ...message, to: mailboxes } : undefined;
}

async function keysOfPutOff(db: Db, kind: MailKind, recordId: string): Promise<Set<string>> {
  const own = (await listMailOf(db, recordId)).filter((mail) => mail.kind === kind && mail.detail !== "");
  const users = await findUsers(db, [...new Set(own.map(({ detail }) => detail.split(" ")[0] ?? ""))]);
  return new Set(users.map(({ email }) => emailKey(email)));
}

/** The account has opened the lead, or anybody has taken it. */
async function isSeen(
  db: Db,
  { leadId, userId, since }: { leadId: string; userId: string; since: Date },
): Promise<boolean> {
  const [from, until] = [since.toISOString(), new Date(since.getTime() + WAITS_MS).toISOString()];
  const isInTime = (at: string | null) => at !== null && from <= at && at <= until;
  const leadIds = await joinedIds(db, [leadId]);
  const rung = await listRungAbout(db, { leadIds, userId });
  return (
    rung.some((one) => isInTime(one.opened_at)) || (await listClaims(db, leadIds)).some((one) => isInTime(one.taken_at))
  );
}
