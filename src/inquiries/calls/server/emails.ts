import { listNoticeMailboxes } from "#accounts/users/server/staff-notices.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { type LetterDetail, type Mailbox, type Message, mailHref } from "#delivery/mail/mail.ts";
import type { Writers } from "#delivery/mail/server/store.ts";
import { staffMailboxes } from "#delivery/mail/staff.ts";
import { SITUATIONS } from "#inquiries/bookings/choices.ts";
import { reminderFor } from "#inquiries/kinds/server/remind.ts";
import { CALL_WAYS, type Call } from "#people/leads/call.ts";
import { businessMinutes, durationText, type LeadRules } from "#people/leads/inquiry.ts";
import { isEnded, placeOf } from "#people/leads/lead.ts";
import { findAskedCall, findCall } from "#people/leads/server/calls.ts";
import { findLead } from "#people/leads/server/leads.ts";
import type { Channel } from "#people/permissions/channels.ts";
import {
  ASKED_NOT_TO_CALL,
  type AskedCall,
  askedSinceStop,
  ORIGINS,
  stoppedNote,
} from "#people/permissions/permission.ts";
import { findConsents } from "#people/permissions/server/consents.ts";
import { listStopped } from "#people/permissions/server/ledger.ts";
import { formatPhone, phoneHref } from "#platform/phone.ts";
import type { Database } from "#platform/server/database/database.ts";
import { askedText } from "./asked-text.ts";

export type CallMailSettings = {
  publicUrl: string;
  stopped: readonly Channel[];
  /** In spite of the stop. */
  asked?: AskedCall | undefined;
  accounts: readonly Mailbox[];
  /** What a vendor says that the person has agreed to. */
  statement: string | undefined;
};

type Sources = {
  database: Database;
  readLeadRules: () => Promise<LeadRules>;
  settings: { publicUrl: string };
};

/** Erased calls send no mail. */
export function callWriters({ database, readLeadRules, settings: { publicUrl } }: Sources) {
  const settingsFor = async (call: Call): Promise<CallMailSettings> => {
    const [stopped = []] = await listStopped(database, [call]);
    const asked = stopped.includes("call") ? await findAskedCall(database, call, [call.leadId]) : undefined;
    return {
      publicUrl,
      stopped: asked ? stopped.filter((channel) => channel !== "call") : stopped,
      asked,
      accounts: await listNoticeMailboxes(database.read, "messages", call.id),
      statement: (await findConsents(database.read, [call.id])).get(call.id)?.text,
    };
  };
  return {
    "call-staff-notice": async ({ recordId }) => {
      const call = await findCall(database.read, recordId);
      return call && staffNotice(call, await settingsFor(call));
    },
    "call-overdue": async ({ recordId, detail, now }) => {
      const call = await findCall(database.read, recordId);
      const lead = call && (await findLead(database.read, call.leadId));
      const since = call?.waitingSince;
      const leads = await readLeadRules();
      const isWaiting = lead && since && !call.firstContact && !isEnded(lead.stage);
      if (!isWaiting) return undefined;
      const settings = { ...(await settingsFor(call)), leads, waitingSince: new Date(since), now };
      return reminderFor(
        database.read,
        { detail, leadId: call.leadId, rules: leads, now },
        overdueReminder(call, settings),
      );
    },
  } satisfies Partial<Writers>;
}

export function staffNotice(call: Call, settings: CallMailSettings): Message {
  const asked = askedText(call);
  const came = asked
    ? `On the site: ${asked.charAt(0).toLowerCase()}${asked.slice(1)}.`
    : `${call.origin ? "It was added" : "The call was entered"} by ${call.takenBy}. Nobody of us has spoken with them yet.`;
  return {
    ...toStaff(call, settings),
    letter: {
      subject: `${asked ? "Asked for a call" : `New ${call.origin ? "lead" : "call"}`}: ${nameAndPlace(call)}`,
      preheader: asked ?? call.said?.slice(0, 120) ?? "Nobody has spoken with them yet.",
      heading: headingOf(call),
      paragraphs: [`${came} ${whatToDo(call, settings)}`],
      details: detailsOf(call, settings),
      button: leadUrl(call, settings),
      closing: [],
      reason:
        "You get this e-mail because new messages and calls are reported to this address. An admin changes that under Settings, Notifications, and you your own choice under Your account.",
    },
  };
}

/** Sent if nobody returns the call. */
export function overdueReminder(
  call: Call,
  settings: CallMailSettings & { leads: LeadRules; waitingSince: Date; now: Date },
): Message {
  const waited = durationText(businessMinutes(settings.waitingSince, settings.now, settings.leads));
  const isNotCalled = wantsNoCalls(settings);
  const { did } = CALL_WAYS[call.origin ?? "phone"];
  return {
    ...toStaff(call, settings),
    letter: {
      subject: `Still waiting for ${isNotCalled ? "an answer" : "a call"}: ${nameAndPlace(call)}`,
      preheader: `${did.charAt(0).toUpperCase()}${did.slice(1)} ${waited} ago in business hours. Nobody has reached them.`,
      heading: `${call.name} is still waiting`,
      paragraphs: [
        `They ${did} ${waited} of business hours ago, and nobody has reached them. ${isNotCalled ? `${ASKED_NOT_TO_CALL} Please write now` : "Please call now"}, then log what came of it.`,
      ],
      details: detailsOf(call, settings),
      button: leadUrl(call, settings),
      closing: [],
      reason:
        "You get this e-mail because calls that wait too long are reported to this address. An admin changes that under Settings, Notifications, and you your own choice under Your account.",
    },
  };
}

function headingOf({ name, origin }: Call): string {
  if (origin === "call-back") return `${name} wants to be called`;
  return origin ? `A lead: ${name}` : `${name} called`;
}

function whatToDo({ callFrom = "", createdAt }: Call, settings: CallMailSettings): string {
  if (wantsNoCalls(settings)) return ASKED_NOT_TO_CALL;
  const answer = settings.asked
    ? `${askedSinceStop(settings.asked, currentFacts().timeZone)}: you may answer this one request. `
    : "";
  return callFrom > createdAt
    ? `${answer}Please call then.`
    : `${answer}Please call back within minutes, while it is on their mind.`;
}

function toStaff({ name, email }: Call, { accounts }: CallMailSettings): Pick<Message, "to" | "replyTo"> {
  const { company } = currentFacts();
  return {
    to: staffMailboxes(currentFacts(), accounts),
    replyTo: email ? { name, address: email } : { name: company.name, address: company.email },
  };
}

function nameAndPlace({ name, property }: Call): string {
  return [name, placeOf(property)].filter(Boolean).join(", ");
}

function wantsNoCalls({ stopped }: CallMailSettings): boolean {
  return stopped.includes("call");
}

function detailsOf(
  { phone, email, property, situation, heard, said, origin }: Call,
  { stopped, statement }: CallMailSettings,
): LetterDetail[] {
  const line = (label: string, value: string | undefined, href?: string): LetterDetail[] =>
    value ? [{ label, value, ...(href && { href }) }] : [];
  const how = [heard?.source, heard?.campaign].filter(Boolean).join(", ");
  return [
    ...line("Phone", phone && `${formatPhone(phone)}${stoppedNote(stopped, "phone")}`, phone && phoneHref(phone)),
    ...line("Email", email && `${email}${stoppedNote(stopped, "email")}`, email && mailHref(email)),
    ...line("Property", placeOf(property)),
    ...line("Situation", SITUATIONS[situation as keyof typeof SITUATIONS]),
    ...line(isAdded(origin) ? "Source" : "Heard of us", how && `${how}${origin === "form" ? " (unproved)" : ""}`),
    ...line(
      "Permission",
      isAdded(origin) ? (statement ? `The vendor’s statement: ${statement}` : ORIGINS.program) : undefined,
    ),
    ...line("What was said", said),
  ];
}

/** By a key. */
function isAdded(origin: Call["origin"]): boolean {
  return origin === "program" || origin === "form";
}

function leadUrl({ leadId }: Call, { publicUrl }: CallMailSettings) {
  return { label: "Open the lead", url: `${publicUrl}/admin/pipeline/${leadId}` };
}
