import { currentFacts } from "#company/facts/facts.ts";
import { readLeads } from "#deals/follow-up/server/read-leads.ts";
import { readLog } from "#deals/follow-up/server/show-log.ts";
import { readOffersOfLead } from "#deals/offers/server/read-offers.ts";
import { type Identity, MAX_SHOWN_LEADS, type PersonLead, type PersonPage } from "#deals/privacy/person.ts";
import { type Booking, isUpcoming } from "#inquiries/bookings/booking.ts";
import { type Lead, shownPlace } from "#people/leads/lead.ts";
import type { NextStep } from "#people/leads/next-step.ts";
import type { Person } from "#people/leads/person.ts";
import { isOnlyAdded } from "#people/leads/server/calls.ts";
import { type Families, familyOf, findFamilies, withJoined } from "#people/leads/server/leads.ts";
import { listNextSteps } from "#people/leads/server/next-steps.ts";
import { findPerson, listMerged, listPeopleByPhone, listPhoneDigits } from "#people/leads/server/people.ts";
import { listStopped } from "#people/permissions/server/ledger.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import { formatTime, wallClock } from "#platform/dates.ts";
import { recordView } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { PERSON_ROW, personNotFound } from "./merge/merge-people.ts";
import { readTimeline } from "./timeline.ts";

type Showing = Pick<Parameters<typeof readOffersOfLead>[2], "caller" | "now" | "offerLinks">;

type LookUp = { id: string; actor: string; now: Date };

/** These limits keep answers small. People rarely have so many. */
const MAX_EVENTS = 500;
const MAX_LINKED = 20;

export function recordPersonView(database: Database, { id, actor, now }: LookUp): Promise<void> {
  return recordView(database, { subject: { kind: PERSON_ROW, id }, actor, now });
}

/** Accepts any id that is merged into the person. Writes an audit log entry. Throws not_found. */
export async function readPersonPage(
  database: Database,
  { id, actor }: Omit<LookUp, "now">,
  showing: Showing,
): Promise<Omit<PersonPage, "success">> {
  const { now } = showing;
  const asked = await findPerson(database.read, id);
  if (!asked) throw personNotFound();
  await recordPersonView(database, { id: asked.rootId, actor, now });
  const keys = await personKeys(database);
  return database.view(async (db) => {
    const merged = await listMerged(db, asked.rootId);
    const root = merged.find((person) => person.id === asked.rootId) ?? asked;
    const identities = [root, ...merged.filter((person) => person !== root)];
    const ids = identities.map((person) => person.id);
    const families = await findFamilies(db, { personIds: ids });
    const own = families.idsOf(ids);
    const found = families.seen(own);
    const leads = [...new Map([...found.values()].map((lead) => [lead.id, lead])).values()];
    const leadIds = withJoined(own, families);
    const hashes = identities.map(({ email, phone }) => keys.of(email ? { email } : { phone }));
    const [stopped, openSteps, linked, { events, bookings }, shown] = await together([
      listStopped(database, identities, db),
      listNextSteps(db, leadIds),
      listPhoneDigits(db, ids).then((phones) => listPeopleByPhone(db, phones, MAX_LINKED)),
      readTimeline(db, { leadIds, identities, hashes }),
      readShown({ database, db }, { leads, families }, showing),
    ]);
    const steps = openSteps.filter(({ ended }) => !ended);
    const meetings = upcomingMeetings(bookings, now);
    return {
      person: toIdentity(root),
      identities: identities.map(({ mergedInto, ...person }, index) => ({
        ...toIdentity(person),
        ...(mergedInto && { mergedInto }),
        ...(stopped[index]?.length && { stopped: [...stopped[index]] }),
      })),
      ...(stopped.some(({ length }) => length > 0) && { isShut: await isOnlyAdded(db, root.id) }),
      linked: linked.filter((person) => person.rootId !== root.id).map(toIdentity),
      leads: leads.map((lead) => ({ ...toPersonLead(lead, steps), ...meetingOf(lead, { meetings, found }) })),
      events: events.slice(0, MAX_EVENTS),
      isCut: events.length > MAX_EVENTS,
      shown,
    };
  });
}

async function readShown(
  view: { database: Database; db: Db },
  { leads, families }: { leads: readonly Lead[]; families: Families },
  showing: Showing,
): Promise<PersonPage["shown"]> {
  const { now } = showing;
  const { day: today } = wallClock(now, currentFacts().timeZone);
  const ids = leads.slice(0, MAX_SHOWN_LEADS).map(({ id }) => id);
  const [lines, details] = await together([
    readLeads(view, ids, today, families),
    together(
      ids.map(async (id) => {
        const lead = families.wholes.get(id);
        if (!lead) return undefined;
        const of = { lead, leadIds: familyOf(id, families) };
        return together([readLog(view.db, { ...of, now }), readOffersOfLead(view, of, showing)]);
      }),
    ),
  ]);
  return ids.flatMap((id, index) => {
    const [lead, known] = [lines.find(({ _id }) => _id === id), details[index]];
    return lead && known ? [{ lead, log: known[0], offers: known[1] }] : [];
  });
}

function upcomingMeetings(bookings: readonly Booking[], now: Date): Booking[] {
  const { day } = wallClock(now, currentFacts().timeZone);
  const ahead = bookings.filter((booking) => isUpcoming(booking) && booking.meetingDate >= day);
  const startOf = ({ meetingDate, meetingTime }: Booking) => `${meetingDate} ${meetingTime}`;
  return ahead.sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1));
}

type Known = { meetings: readonly Booking[]; found: ReadonlyMap<string, Lead> };

/** The next of a lead, or of one that is joined into it. */
function meetingOf({ id }: Lead, { meetings, found }: Known): Pick<PersonLead, "meeting"> {
  const next = meetings.find(({ leadId }) => leadId === id || found.get(leadId)?.id === id);
  if (!next) return {};
  const { id: _id, meetingDate, meetingTime, meetingType } = next;
  return { meeting: { _id, meetingDate, meetingTime: formatTime(meetingTime), meetingType } };
}

export function toIdentity({ id, name, email, phone }: Omit<Person, "mergedInto">): Identity {
  return { _id: id, name, ...(email && { email }), ...(phone && { phone }) };
}

function toPersonLead(lead: Lead, steps: readonly NextStep[]): PersonLead {
  const { id, property, situation, stage, lostReason, isOpen, inquiries, tries, version, createdAt } = lead;
  const nextStep = steps.find(({ leadId }) => leadId === id);
  return {
    _id: id,
    place: shownPlace(property),
    situation,
    stage,
    lostReason,
    isOpen,
    inquiries,
    tries,
    nextStep,
    version,
    createdAt,
  };
}
