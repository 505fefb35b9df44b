import { findUser } from "#accounts/users/server/accounts.ts";
import { currentFacts } from "#company/facts/facts.ts";
import type { Message } from "#delivery/mail/mail.ts";
import type { Writers } from "#delivery/mail/server/store.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { shownPlace } from "#people/leads/lead.ts";
import { findClaim } from "#people/leads/server/claims/store.ts";
import { findLead } from "#people/leads/server/leads.ts";
import { findPerson } from "#people/leads/server/people.ts";
import { formatInstant } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import { readWaits } from "./read-waits.ts";
import { listRung } from "./rung.ts";

type Sources = {
  database: Database;
  readLeadRules: () => Promise<LeadRules>;
  settings: { publicUrl: string };
};

/** Withdrawn if the person was reached, another has taken the lead, or nobody is on duty. */
export function rosterWriters({ database, readLeadRules, settings }: Sources) {
  const db = database.read;
  return {
    "lead-open-again": async ({ recordId: leadId, detail, now }) => {
      const claim = await findClaim(db, detail);
      const lead = claim && (await findLead(db, leadId));
      const wait = lead && (await readWaits(db, [lead.id], now)).get(lead.id);
      if (!claim || !wait || (wait.claim && wait.claim.until > now.toISOString())) return undefined;
      const { calendar } = await readLeadRules();
      const [next] = await listRung(db, { calendar, now, leadId: lead.id });
      const [person, by] = [await findPerson(db, lead.personId), await findUser(db, claim.user_id)];
      if (!next || !person) return undefined;
      const place = lead.property.street || lead.property.city ? shownPlace(lead.property) : undefined;
      const known = { name: person.name, place, since: wait.since, by: by?.name || by?.email };
      return openAgainNotice({ to: { name: next.name, address: next.email }, leadId: lead.id, ...known }, settings);
    },
  } satisfies Partial<Writers>;
}

type OpenAgain = {
  to: Message["to"][number];
  leadId: string;
  name: string;
  place: string | undefined;
  since: string;
  /** Undefined if the account is gone. */
  by: string | undefined;
};

/** Public for the pictures of all mail. */
export function openAgainNotice(
  { to, leadId, name, place, since, by = "Another admin" }: OpenAgain,
  { publicUrl }: { publicUrl: string },
): Message {
  const { company, timeZone } = currentFacts();
  const came = formatInstant(new Date(since), timeZone);
  return {
    to: [to],
    replyTo: { name: company.name, address: company.email },
    letter: {
      subject: `Open again: ${[name, place].filter(Boolean).join(", ")}`,
      preheader: `${by} was on it. Waiting since ${came}.`,
      heading: `${name} is still waiting`,
      paragraphs: [
        `${by} was on it and logged no outcome. You are next on the roster: take it on the page, call, and log what came of it.`,
      ],
      details: [{ label: "Waiting since", value: came }],
      button: { label: "Open the lead", url: `${publicUrl}/admin/pipeline/${leadId}` },
      closing: [],
      reason: "You get this e-mail because you are on duty. An admin changes that under Users, Roster.",
    },
  };
}
