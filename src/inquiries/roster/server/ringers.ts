// What devices of staff say about leads, and whom they ring.
import { currentFacts } from "#company/facts/facts.ts";
import type { Ring, Ringer, Ringing } from "#delivery/push/server/write-message.ts";
import { isHeld, type Wait } from "#people/leads/claim.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { type Lead, shownPlace } from "#people/leads/lead.ts";
import { findLead } from "#people/leads/server/leads.ts";
import { findPerson } from "#people/leads/server/people.ts";
import { formatMoment } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { readWaits } from "./read-waits.ts";
import { listRung } from "./rung.ts";

type Sources = { database: Database; readLeadRules: () => Promise<LeadRules> };

/** Of a lead that is open again. */
const AGAIN = "again ";

export function detailOfAgain(claimId: string): string {
  return AGAIN + claimId;
}

/** Nobody is rung while nobody is on duty. A lead that is open again rings the next alone. */
export function leadRingers({ database, readLeadRules }: Sources) {
  const db = database.read;
  const find = async ({ leadId, userId, now }: Ring) => {
    const lead = await findLead(db, leadId);
    if (!lead) return undefined;
    const { calendar } = await readLeadRules();
    const place = (await listRung(db, { calendar, now, leadId: lead.id })).findIndex(({ id }) => id === userId);
    const wait = (await readWaits(db, [lead.id], now)).get(lead.id);
    return place < 0 ? undefined : { lead, wait, isNext: place === 0 };
  };
  return {
    waiting: async (ring) => {
      if (ring.leadId === "") return fileRinging(ring, await isRung(db, await readLeadRules(), ring));
      const found = await find(ring);
      const { wait } = found ?? {};
      if (!found || !wait || (wait.claim && isHeld(wait.claim, ring.now))) return undefined;
      const isAgain = ring.detail.startsWith(AGAIN);
      if (isAgain && !found.isNext) return undefined;
      const by = wait.claim ? ` ${wait.claim.by.name} was on it.` : "";
      const said = {
        title: "A lead waits",
        came: isAgain ? new Date(wait.since) : ring.queuedAt,
        more: isAgain ? by : "",
      };
      return ringingOf(db, { ...found, ring, ...said });
    },
    answer: async (ring) => {
      const found = await find(ring);
      return found && ringingOf(db, { ...found, ring, title: "A seller has answered", came: ring.queuedAt });
    },
    meeting: async (ring) => {
      const found = await find(ring);
      const title = `A meeting is ${ring.detail.startsWith("cancelled") ? "cancelled" : "moved"}`;
      return found && ringingOf(db, { ...found, ring, title, came: ring.queuedAt });
    },
  } satisfies Record<string, Ringer>;
}

/** Whether the account is rung about what concerns no single lead. */
export async function isRung(
  db: Db,
  { calendar }: Pick<LeadRules, "calendar">,
  { userId, now }: Pick<Ring, "userId" | "now">,
): Promise<boolean> {
  return (await listRung(db, { calendar, now })).some(({ id }) => id === userId);
}

function fileRinging({ queuedAt }: Ring, isRung: boolean): Ringing | undefined {
  const came = formatMoment(queuedAt, currentFacts().timeZone);
  const title = "New people wait";
  return isRung
    ? { title, body: `They came with a file, ${came}.`, line: `${title}, ${came}`, canClaim: false }
    : undefined;
}

type Said = { ring: Ring; lead: Lead; wait?: Wait | undefined; title: string; came: Date; more?: string };

/** What it is, the town, and the time; name and address only for who chose so. */
export async function ringingOf(
  db: Db,
  { ring: { named, now }, lead, wait, title, came, more = "" }: Said,
): Promise<Ringing> {
  const { city, state } = lead.property;
  const person = named ? await findPerson(db, lead.personId) : undefined;
  const town = city ? [city, state].filter(Boolean).join(", ") : "Town not known yet";
  const who = person ? [person.name, shownPlace(lead.property)].filter(Boolean).join(", ") : town;
  const at = formatMoment(came, currentFacts().timeZone);
  const canClaim = wait !== undefined && !(wait.claim && isHeld(wait.claim, now));
  return { title, body: `${who}. ${at}.${more}`, line: `${title}: ${who}, ${at}`, canClaim };
}
