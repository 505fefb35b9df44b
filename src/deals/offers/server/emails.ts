import { currentFacts } from "#company/facts/facts.ts";
import { callOrAnswer, senderOf } from "#company/shell/shown.ts";
import { withShownWords } from "#company/shell/words.ts";
import type { Recipient } from "#deals/offers/admin.ts";
import { ALTERNATIVES, ANSWER_LABELS, type Answer } from "#deals/offers/offer.ts";
import { greetingFor, type LetterDetail, type Message, mailHref, textForVisitor } from "#delivery/mail/mail.ts";
import type { Writers } from "#delivery/mail/server/store.ts";
import { staffMailboxes } from "#delivery/mail/staff.ts";
import { takesOffers } from "#people/leads/lead.ts";
import { findLead } from "#people/leads/server/leads.ts";
import type { Channel } from "#people/permissions/channels.ts";
import { stoppedNote } from "#people/permissions/permission.ts";
import { formatDay } from "#platform/dates.ts";
import { formatCents } from "#platform/money.ts";
import { formatPhone, phoneHref } from "#platform/phone.ts";
import type { Database } from "#platform/server/database/database.ts";
import { findAnswer } from "./answers.ts";
import type { OfferLinks } from "./offer-links.ts";
import { readRecipient } from "./recipient.ts";
import { findOffer } from "./store.ts";
import type { Offer, StoredAnswer } from "./table.ts";

export type OfferMailSettings = { publicUrl: string; links: Pick<OfferLinks, "urlOf"> };

export type Addressee = Recipient & { phone?: string | undefined; stopped: readonly Channel[] };

type Sources = {
  database: Database;
  settings: OfferMailSettings;
};

/** Does not send an offer that was withdrawn, replaced or closed. */
export function offerWriters({ database, settings }: Sources) {
  const find = async (id: string) => {
    const offer = await findOffer(database.read, id);
    const lead = offer && (await findLead(database.read, offer.leadId));
    return lead && { offer, stage: lead.stage, recipient: await readRecipient(database, lead) };
  };
  return {
    "offer-sent": async ({ recordId }) => {
      const found = await find(recordId);
      if (found?.offer.state !== "sent" || !takesOffers(found.stage)) return undefined;
      return offerLetter(found.offer, found.recipient, settings);
    },
    "offer-answered": async ({ recordId, detail }) => {
      const found = await find(recordId);
      const answer = found && (await findAnswer(database.read, detail));
      return answer && answerNotice(found.offer, answer, found.recipient, settings);
    },
  } satisfies Partial<Writers>;
}

/** Names no amount, because several people may read a mailbox. Undefined without an address. */
export function offerLetter(
  { id, content }: Pick<Offer, "id" | "content">,
  { name, email, place = "" }: Pick<Recipient, "name" | "email" | "place">,
  { links }: OfferMailSettings,
): Message | undefined {
  const { company } = currentFacts();
  if (!email) return undefined;
  const house = textForVisitor(place.split(", "), ", ") || "your house";
  return {
    to: [{ name: textForVisitor([name], ""), address: email }],
    replyTo: { name: senderOf(currentFacts()), address: company.email },
    letter: {
      subject: `Your offer for ${house}`,
      preheader: "The arithmetic on one page, line by line. It binds you to nothing.",
      heading: "Here is your offer.",
      paragraphs: [
        `${greetingFor(name)} here is the offer for ${house}. ${withShownWords(currentFacts()).words.offers.mail}`,
        "The link is private: please pass it on only to people who may know.",
      ],
      details: [{ label: "Valid until", value: formatDay(content.validUntil, "full") }],
      button: { label: "Read the offer", url: links.urlOf(id) },
      closing: [
        "On the page you can say yes, ask a question, name another sum, or say no. Nothing there binds you.",
        `Rather talk? Then ${callOrAnswer(currentFacts())}.`,
      ],
      reason: `You get this e-mail because ${company.name} promised you an offer.`,
    },
  };
}

const HEADINGS: Record<Answer, (name: string) => string> = {
  yes: (name) => `${name} says yes`,
  question: (name) => `${name} has a question`,
  counter: (name) => `${name} proposes another sum`,
  no: (name) => `${name} says no, thank you`,
};

export function answerNotice(
  { id, leadId, figures }: Pick<Offer, "id" | "leadId" | "figures">,
  { answer, text, amountCents, alternative, closingDay }: StoredAnswer,
  { name, email, phone, place, stopped }: Addressee,
  { publicUrl }: OfferMailSettings,
): Message {
  const { company } = currentFacts();
  const heading = HEADINGS[answer](name || "The seller");
  const line = (label: string, value: string | undefined): LetterDetail[] => (value ? [{ label, value }] : []);
  return {
    to: staffMailboxes(currentFacts()),
    replyTo: email ? { name, address: email } : { name: company.name, address: company.email },
    letter: {
      subject: place ? `${heading}: ${place}` : heading,
      preheader: text ?? `About our offer of ${formatCents(figures.cash.cents)}.`,
      heading,
      paragraphs: [email ? "Answering this e-mail writes to the seller." : "The seller has no e-mail address."],
      details: [
        ...line("Answer", ANSWER_LABELS[answer]),
        ...line("Proposes", amountCents === undefined ? undefined : formatCents(amountCents)),
        ...line("Accepts", alternative && ALTERNATIVES[alternative]),
        ...line("Closing day", closingDay && formatDay(closingDay, "full")),
        ...line("Note", text),
        ...line("Our offer", formatCents(figures.cash.cents)),
        ...(phone
          ? [{ label: "Phone", value: `${formatPhone(phone)}${stoppedNote(stopped, "phone")}`, href: phoneHref(phone) }]
          : []),
        ...(email
          ? [{ label: "Email", value: `${email}${stoppedNote(stopped, "email")}`, href: mailHref(email) }]
          : []),
      ],
      button: { label: "Open the offer", url: `${publicUrl}/admin/leads/${leadId}/offers/${id}` },
      closing: [],
      reason:
        "You get this e-mail because answers to offers are reported to this address. An admin changes that under Settings, Notifications.",
    },
  };
}
