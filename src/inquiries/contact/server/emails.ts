import { currentFacts } from "#company/facts/facts.ts";
import { senderOf } from "#company/shell/shown.ts";
import { withShownWords } from "#company/shell/words.ts";
import {
  greetingFor,
  type LetterDetail,
  type Mailbox,
  type Message,
  mailHref,
  textForVisitor,
} from "#delivery/mail/mail.ts";
import { earliestInMailbox, lockMailbox } from "#delivery/mail/server/mailbox-throttle.ts";
import { type Writers, withdrawDelayedMail } from "#delivery/mail/server/store.ts";
import type { NewMail } from "#delivery/mail/server/table.ts";
import { staffMailboxes } from "#delivery/mail/staff.ts";
import { SUBJECTS } from "#inquiries/contact/choices.ts";
import { type ContactMessage, isUnresolved } from "#inquiries/contact/contact.ts";
import { FACT_LABELS } from "#inquiries/contact/facts.ts";
import { reminderFor } from "#inquiries/kinds/server/remind.ts";
import { describeSource } from "#people/leads/attribution.ts";
import { businessMinutes, durationText, type LeadRules } from "#people/leads/inquiry.ts";
import { overdueNotice } from "#people/leads/server/first-contact.ts";
import type { Channel } from "#people/permissions/channels.ts";
import { ASKED_NOT_TO_CALL, stoppedNote } from "#people/permissions/permission.ts";
import { formatPhone, phoneHref } from "#platform/phone.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";

export type ContactMailSettings = {
  publicUrl: string;
  stopped?: readonly Channel[];
  accounts?: readonly Mailbox[];
};

type MailToEnqueue = {
  messageId: string;
  /** Its limit counts the acknowledgement; undefined if limits are off. */
  mailbox: string | undefined;
  leadRules: LeadRules;
  now: Date;
};

/** Runs inside the transaction that stores the message. */
export async function contactMessageMail(
  trx: Db,
  { messageId, mailbox, leadRules, now }: MailToEnqueue,
): Promise<NewMail[]> {
  const waiting = { kind: "contact-overdue", recordId: messageId, waitingSince: now.toISOString() } as const;
  const dueAt = await acknowledgementTime(trx, mailbox, now);
  return [
    { kind: "contact-staff-notice", recordId: messageId, dueAt: now },
    { kind: "contact-acknowledgement", recordId: messageId, mailbox, dueAt },
    ...overdueNotice(waiting, leadRules),
  ];
}

/** A stranger must not flood another person's mailbox: the latest acknowledgement replaces delayed ones. */
async function acknowledgementTime(trx: Db, mailbox: string | undefined, now: Date): Promise<Date> {
  if (mailbox === undefined) return now;
  await lockMailbox(trx, mailbox);
  await withdrawDelayedMail(trx, { mailbox }, ["contact-acknowledgement"], now);
  return earliestInMailbox(trx, { mailbox, wanted: now, now });
}

type Sources = {
  database: Database;
  find: (id: string) => Promise<ContactMessage | undefined>;
  findStopped: (message: ContactMessage) => Promise<readonly Channel[]>;
  listAccounts: (messageId: string) => Promise<Mailbox[]>;
  readLeadRules: () => Promise<LeadRules>;
  settings: ContactMailSettings;
};

/** Deleted messages send no mail. */
export function contactWriters({ database, find, findStopped, listAccounts, readLeadRules, settings }: Sources) {
  const forStaff = async (message: ContactMessage): Promise<ContactMailSettings> => ({
    ...settings,
    stopped: await findStopped(message),
    accounts: await listAccounts(message.id),
  });
  return {
    "contact-acknowledgement": async ({ recordId }) => {
      const message = await find(recordId);
      return message && acknowledgement(message);
    },
    "contact-staff-notice": async ({ recordId }) => {
      const message = await find(recordId);
      return message && staffNotice(message, await forStaff(message));
    },
    "contact-overdue": async ({ recordId, detail, now }) => {
      const message = await find(recordId);
      const since = message?.waitingSince;
      const isWaiting = message && since && !message.firstContact && isUnresolved(message);
      const leads = await readLeadRules();
      if (!isWaiting) return undefined;
      const settings = { ...(await forStaff(message)), leads, waitingSince: new Date(since), now };
      return reminderFor(
        database.read,
        { detail, leadId: message.leadId, rules: leads, now },
        overdueReminder(message, settings),
      );
    },
  } satisfies Partial<Writers>;
}

/** Does not repeat the message: with another person's address, anybody could write to them through the form. */
export function acknowledgement(message: ContactMessage): Message {
  const { company } = currentFacts();
  const words = withShownWords(currentFacts()).words.messages;
  return {
    to: [{ name: textForVisitor([message.name], ""), address: message.email }],
    replyTo: { name: senderOf(currentFacts()), address: company.email },
    letter: {
      subject: `Your message has arrived (${SUBJECTS[message.subject]})`,
      preheader: "A person reads it and answers you.",
      heading: "Your message has arrived.",
      paragraphs: [`${greetingFor(message.name)} thank you for writing to ${company.name}. ${words.read}`],
      details: [{ label: FACT_LABELS.subject, value: SUBJECTS[message.subject] }],
      closing: [`${words.urgent} To add something, answer this e-mail.`.trim()],
      reason: `You get this e-mail because someone wrote to ${company.name} on its site with this address. Not you? Then there is nothing to do: no list, no further mail.`,
    },
  };
}

export function staffNotice(message: ContactMessage, settings: ContactMailSettings): Message {
  return {
    ...toStaff(message, settings),
    letter: {
      subject: `New message: ${message.name}, ${SUBJECTS[message.subject]}`,
      preheader: message.message.slice(0, 120),
      heading: `${message.name} wrote to us`,
      paragraphs: ["Answering this e-mail writes to the visitor."],
      details: detailsForStaff(message, settings),
      button: contactMessageUrl(message, settings),
      closing: [],
      reason:
        "You get this e-mail because new messages are reported to this address. An admin changes that under Settings, Notifications, and you your own choice under Your account.",
    },
  };
}

/** The reminder is sent once if nobody answers the message. */
export function overdueReminder(
  message: ContactMessage,
  settings: ContactMailSettings & { leads: LeadRules; waitingSince: Date; now: Date },
): Message {
  const waited = durationText(businessMinutes(settings.waitingSince, settings.now, settings.leads));
  return {
    ...toStaff(message, settings),
    letter: {
      subject: `Still waiting for an answer: ${message.name}, ${SUBJECTS[message.subject]}`,
      preheader: `Written ${waited} ago in business hours. Nobody has reached them.`,
      heading: `${message.name} is still waiting`,
      paragraphs: [
        `This message came ${waited} of business hours ago, and nobody has reached them. ${settings.stopped?.includes("call") ? `${ASKED_NOT_TO_CALL} Please answer now` : "Please answer or call now"}, then log what came of it.`,
        "Answering this e-mail writes to the visitor.",
      ],
      details: detailsForStaff(message, settings),
      button: contactMessageUrl(message, settings),
      closing: [],
      reason:
        "You get this e-mail because messages that wait too long are reported to this address. An admin changes that under Settings, Notifications, and you your own choice under Your account.",
    },
  };
}

function toStaff(message: ContactMessage, { accounts }: ContactMailSettings) {
  return {
    to: staffMailboxes(currentFacts(), accounts),
    replyTo: { name: message.name, address: message.email },
  };
}

function detailsForStaff(message: ContactMessage, { stopped }: ContactMailSettings): LetterDetail[] {
  const phone = message.phone
    ? [
        {
          label: FACT_LABELS.phone,
          value: `${formatPhone(message.phone)}${stoppedNote(stopped, "phone")}`,
          href: phoneHref(message.phone),
        },
      ]
    : [];
  return [
    ...phone,
    {
      label: FACT_LABELS.email,
      value: `${message.email}${stoppedNote(stopped, "email")}`,
      href: mailHref(message.email),
    },
    { label: FACT_LABELS.subject, value: SUBJECTS[message.subject] },
    { label: FACT_LABELS.message, value: message.message },
    { label: "Source", value: describeSource(message.source ?? {}) },
  ];
}

function contactMessageUrl({ id }: ContactMessage, { publicUrl }: ContactMailSettings) {
  return { label: "Open the message", url: `${publicUrl}/admin/contacts?contact=${id}` };
}
