// One mail for all new people of a file. It names nobody: an erasure could not remove one person from it.
import { listNoticeMailboxes } from "#accounts/users/server/staff-notices.ts";
import { currentFacts } from "#company/facts/facts.ts";
import type { Mailbox, Message } from "#delivery/mail/mail.ts";
import type { Writers } from "#delivery/mail/server/store.ts";
import { staffMailboxes } from "#delivery/mail/staff.ts";
import { businessMinutes, durationText, type InquiryKind, type LeadRules } from "#people/leads/inquiry.ts";
import { countWaitingSince } from "#people/leads/server/waiting/store.ts";
import type { Database } from "#platform/server/database/database.ts";
import { reminderFor } from "./remind.ts";

type Sources = {
  database: Database;
  readLeadRules: () => Promise<LeadRules>;
  settings: { publicUrl: string };
};

type NewPeople = { kind: InquiryKind; count: number; accounts: readonly Mailbox[]; publicUrl: string };

/** Nothing is sent once all of them were reached. */
export function importWriters({ database, readLeadRules, settings: { publicUrl } }: Sources) {
  const find = async (detail: string) => {
    const [kind, since = "", which = ""] = detail.split(" ") as [InquiryKind, string, string];
    const count = await countWaitingSince(database.read, { kind, since });
    const accounts = await listNoticeMailboxes(database.read, kind === "booking" ? "bookings" : "messages");
    return count > 0 ? { since: new Date(since), which, people: { kind, count, accounts, publicUrl } } : undefined;
  };
  return {
    "import-staff-notice": async ({ detail }) => {
      const found = await find(detail);
      return found && importNotice(found.people);
    },
    "import-overdue": async ({ detail, now }) => {
      const found = await find(detail);
      if (!found) return undefined;
      const rules = await readLeadRules();
      const waited = durationText(businessMinutes(found.since, now, rules));
      return reminderFor(database.read, { detail: found.which, rules, now }, importReminder(found.people, waited));
    },
  } satisfies Partial<Writers>;
}

export function importNotice(people: NewPeople): Message {
  const what = `${countedText(people, "new ")} from a file`;
  return {
    ...toStaff(people),
    letter: {
      ...letterOf(people),
      subject: what,
      preheader: "They wait for a first contact.",
      heading: what,
      paragraphs: [
        "An admin imported them and said that they are new. Nobody of us has spoken with them yet. Please call now.",
      ],
      reason:
        "You get this e-mail because new bookings, messages and leads are reported to this address. An admin changes that under Settings, Notifications, and you your own choice under Your account.",
    },
  };
}

/** Sent while people of the file are not reached. */
export function importReminder(people: NewPeople, waited: string): Message {
  const what = `${countedText(people)} from a file`;
  return {
    ...toStaff(people),
    letter: {
      ...letterOf(people),
      subject: `Still waiting for a call: ${what}`,
      preheader: `Imported ${waited} ago in business hours. Nobody has reached them.`,
      heading: `${what} still waiting`,
      paragraphs: [
        `They were imported as new ${waited} of business hours ago, and nobody has reached them. Please call now, then log what came of it.`,
      ],
      reason:
        "You get this e-mail because people who wait too long are reported to this address. An admin changes that under Settings, Notifications, and you your own choice under Your account.",
    },
  };
}

function toStaff({ accounts }: NewPeople): Pick<Message, "to" | "replyTo"> {
  const { company } = currentFacts();
  return {
    to: staffMailboxes(currentFacts(), accounts),
    replyTo: { name: company.name, address: company.email },
  };
}

function letterOf({ publicUrl }: NewPeople) {
  return { details: [], button: { label: "Open the day", url: `${publicUrl}/admin` }, closing: [] };
}

const NAMES: Record<InquiryKind, string> = { booking: "booking", contact: "message", call: "lead" };

function countedText({ kind, count }: NewPeople, adjective = ""): string {
  return `${count.toLocaleString("en-US")} ${adjective}${NAMES[kind]}${count === 1 ? "" : "s"}`;
}
