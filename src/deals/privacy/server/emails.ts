import { currentFacts } from "#company/facts/facts.ts";
import { senderOf, shownPhone } from "#company/shell/shown.ts";
import { REQUEST_KINDS, VERIFICATION_DAYS } from "#deals/privacy/privacy-request.ts";
import { greetingFor, type Message } from "#delivery/mail/mail.ts";
import type { Writers } from "#delivery/mail/server/store.ts";
import { staffMailboxes } from "#delivery/mail/staff.ts";
import { formatDay, formatInstant } from "#platform/dates.ts";
import { type HashedLinks, hashToken } from "#platform/server/links/hashed-links.ts";
import type { PrivacyRequestsTable } from "./table.ts";

export type RequestMailSettings = { publicUrl: string; links: HashedLinks };

type Sources = {
  find: (id: string) => Promise<PrivacyRequestsTable | undefined>;
  settings: RequestMailSettings;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deleted and answered requests send no mail, and a verified one sends no second link. */
export function privacyWriters({ find, settings }: Sources) {
  return {
    "privacy-verification": async ({ recordId, detail }) => {
      const requests: Verifiable[] = [];
      for (const id of [recordId, ...detail.split(" ")]) {
        const request = await find(id);
        if (!request || request.confirmed_at !== null || request.email === null) continue;
        // After a change of AUTH_SECRET the link would not work; the person can ask again.
        if (hashToken(settings.links.tokenOf(id)) !== request.token_hash) continue;
        requests.push({ ...request, email: request.email });
      }
      const [request, ...others] = requests;
      return request && verification(request, settings, others);
    },
    "privacy-request-notice": async ({ recordId }) => {
      const request = await find(recordId);
      return request?.confirmed_at && request.done_at === null ? requestNotice(request, settings) : undefined;
    },
  } satisfies Partial<Writers>;
}

type Requested = Pick<PrivacyRequestsTable, "id" | "kind" | "created_at" | "due_day">;

type Verifiable = Requested & { email: string };

/** Leaves out the request's words, because anybody could use the form to write to another person's address. */
export function verification(
  request: Verifiable,
  { links }: RequestMailSettings,
  others: readonly Verifiable[] = [],
): Message {
  const { company, timeZone } = currentFacts();
  const until = new Date(Date.parse(request.created_at) + VERIFICATION_DAYS * DAY_MS);
  const phone = shownPhone(currentFacts());
  return {
    to: [{ name: "", address: request.email }],
    replyTo: { name: senderOf(currentFacts()), address: company.email },
    letter: {
      subject: "Please confirm your request about your data",
      preheader: "It begins when you confirm that this address is yours.",
      heading: "Is this request yours?",
      paragraphs: [
        `${greetingFor("")} someone asked ${company.name} about the data that it has about this e-mail address.`,
        "If it was you, please open the link below and press “Confirm my request”. Opening it alone changes nothing.",
      ],
      details: [
        { label: "Asked for", value: REQUEST_KINDS[request.kind].label },
        { label: "The link works until", value: formatInstant(until, timeZone) },
        ...others.map(({ id, kind, created_at }) => ({
          label: `Also asked for, ${formatInstant(new Date(created_at), timeZone)}`,
          value: `${REQUEST_KINDS[kind].label}: ${links.urlOf(id)}`,
          href: links.urlOf(id),
        })),
      ],
      button: { label: "Look at the request", url: links.urlOf(request.id) },
      closing: [
        "If it was not you, there is nothing to do: without your press the request is deleted after that time, and nobody learns whether this address is known.",
        ...(phone ? [`Questions? Call ${phone.text}.`] : []),
      ],
      reason: "You get this e-mail because someone entered this address in the form for requests about personal data.",
    },
  };
}

/** Names no person, because a mailbox would keep the address after an erasure. */
export function requestNotice(request: Requested, { publicUrl }: RequestMailSettings): Message {
  const { company } = currentFacts();
  const { label } = REQUEST_KINDS[request.kind];
  const due = request.due_day === null ? "" : formatDay(request.due_day, "full");
  return {
    to: staffMailboxes(currentFacts()),
    replyTo: { name: company.name, address: company.email },
    letter: {
      subject: `A privacy request to answer by ${due}`,
      preheader: `${label} of personal data. The person has confirmed the e-mail address.`,
      heading: "A person asks about their data",
      paragraphs: [
        "The person has confirmed that the e-mail address is theirs. Open the request to see who asked and for what, and mark it as answered when you have answered it.",
      ],
      details: [
        { label: "Asked for", value: label },
        { label: "Answer by", value: due },
      ],
      button: { label: "Open the request", url: `${publicUrl}/admin/people/requests` },
      closing: [],
      reason:
        "You get this e-mail because privacy requests are reported to this address. An admin changes that under Settings, Notifications.",
    },
  };
}
