// What a contact message's mails say.

import type { Kysely } from "kysely";
import { SUBJECTS, type Subject } from "#contact/contact.ts";
import { greetingFor, type Message, mailHref } from "#mail/mail.ts";
import { type MailsTables, queueMail, type Writers } from "#mail/server/store.ts";
import { formatPhone, phoneHref } from "#platform/phone.ts";
import { describeSource, type VisitSourceColumns } from "#platform/server/visit-source.ts";
import { company } from "#site";

/** What the mails need of a message's row. */
export type MessageToReport = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  subject: Subject;
  message: string;
} & VisitSourceColumns;

export type ContactMailSettings = { publicUrl: string; staffEmail: string };

type Owed = { messageId: string /** Whether its sender hears that it arrived. */; isAcknowledged: boolean; now: Date };

/** A new message owes staff a notice and its sender an acknowledgement. Called inside the transaction that stores it. */
export async function queueMailOfMessage(
  trx: Kysely<MailsTables>,
  { messageId, isAcknowledged, now }: Owed,
): Promise<void> {
  const kinds = isAcknowledged
    ? (["contact-staff-notice", "contact-acknowledgement"] as const)
    : (["contact-staff-notice"] as const);
  await queueMail(
    trx,
    kinds.map((kind) => ({ kind, recordId: messageId, dueAt: now })),
    now,
  );
}

type Find = (id: string) => Promise<MessageToReport | undefined>;

/** Each kind of mail about messages. One that was deleted before they went owes nothing any more. */
export function contactWriters({ find, settings }: { find: Find; settings: ContactMailSettings }) {
  return {
    "contact-acknowledgement": async ({ recordId }) => {
      const message = await find(recordId);
      return message && acknowledgement(message);
    },
    "contact-staff-notice": async ({ recordId }) => {
      const message = await find(recordId);
      return message && staffNotice(message, settings);
    },
  } satisfies Partial<Writers>;
}

/** Does not repeat the message: whoever types another person's address into the form must not be able to write to them. */
export function acknowledgement(message: MessageToReport): Message {
  return {
    to: { name: message.name, address: message.email },
    replyTo: { name: `${company.contactPerson} at ${company.shortName}`, address: company.email },
    letter: {
      subject: `We have your message (${SUBJECTS[message.subject]})`,
      preheader: "A person reads it and answers you.",
      heading: "We have your message.",
      paragraphs: [
        `${greetingFor(message.name)} thank you for writing to ${company.name}. A person reads every message and answers it during our office hours.`,
      ],
      details: [{ label: "Subject", value: SUBJECTS[message.subject] }],
      closing: [`If it cannot wait, call ${company.phone}. To add something, answer this e-mail.`],
      reason: `You get this e-mail because somebody wrote to us on our site with this address. Not you? Then there is nothing to do: no list, no further mail.`,
    },
  };
}

export function staffNotice(message: MessageToReport, settings: ContactMailSettings): Message {
  const phone = message.phone
    ? [{ label: "Phone", value: formatPhone(message.phone), href: phoneHref(message.phone) }]
    : [];
  return {
    to: { name: company.name, address: settings.staffEmail },
    replyTo: { name: message.name, address: message.email },
    letter: {
      subject: `New message: ${message.name}, ${SUBJECTS[message.subject]}`,
      preheader: message.message.slice(0, 120),
      heading: `${message.name} wrote to us`,
      paragraphs: ["Answering this e-mail writes to the visitor."],
      details: [
        ...phone,
        { label: "Email", value: message.email, href: mailHref(message.email) },
        { label: "Subject", value: SUBJECTS[message.subject] },
        { label: "Message", value: message.message },
        { label: "Source", value: describeSource(message) },
      ],
      button: { label: "Open the message", url: `${settings.publicUrl}/admin/contacts?contact=${message.id}` },
      closing: [],
      reason: "You get this e-mail because new messages are reported to this address (STAFF_EMAIL).",
    },
  };
}
