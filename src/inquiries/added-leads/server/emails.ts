import { findKeys } from "#accounts/keys/server/store.ts";
import { listNoticeMailboxes } from "#accounts/users/server/staff-notices.ts";
import { currentFacts } from "#company/facts/facts.ts";
import type { Mailbox, Message } from "#delivery/mail/mail.ts";
import type { Writers } from "#delivery/mail/server/store.ts";
import type { NewMail } from "#delivery/mail/server/table.ts";
import { staffMailboxes } from "#delivery/mail/staff.ts";
import { REFUSED_DAYS } from "#inquiries/added-leads/lead-key.ts";
import { wallClock } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import { countRefused } from "./store.ts";

/** One a day of a key: a program that is set wrongly has all of its leads refused. */
export function refusedNotice(keyId: string, now: Date): NewMail {
  const { day } = wallClock(now, currentFacts().timeZone);
  return { kind: "refused-lead-notice", recordId: keyId, detail: day, dueAt: now };
}

/** Nothing is sent once all have been repaired or removed. */
export function addedLeadWriters({ database, settings }: { database: Database; settings: { publicUrl: string } }) {
  return {
    "refused-lead-notice": async ({ recordId }) => {
      const [key] = await findKeys(database.read, [recordId]);
      const count = await countRefused(database.read, recordId);
      const accounts = await listNoticeMailboxes(database.read, "messages");
      return key && count > 0
        ? refusedLetter({ name: key.name, id: key.id, count }, { ...settings, accounts })
        : undefined;
    },
  } satisfies Partial<Writers>;
}

/** It names nobody: an erasure could not remove one person from it. */
export function refusedLetter(
  { name, id, count }: { name: string; id: string; count: number },
  { publicUrl, accounts }: { publicUrl: string; accounts: readonly Mailbox[] },
): Message {
  const { company } = currentFacts();
  const what = `A lead of ${name} was refused`;
  return {
    to: staffMailboxes(currentFacts(), accounts),
    replyTo: { name: company.name, address: company.email },
    letter: {
      subject: what,
      preheader: "It waits at the key to be repaired.",
      heading: what,
      paragraphs: [
        `What the program sent could not be read as a lead, so nobody is told of the person. ${count === 1 ? "It waits" : `${count.toLocaleString("en-US")} wait`} at the key for ${REFUSED_DAYS} days: repair what you can, and assign the program’s fields so that the next one comes through.`,
      ],
      details: [],
      button: { label: "Open its leads", url: `${publicUrl}/admin/keys/${id}` },
      closing: [],
      reason:
        "You get this e-mail, at most once a day for a key, because new messages and calls are reported to this address. An admin changes that under Settings, Notifications, and you your own choice under Your account.",
    },
  };
}
