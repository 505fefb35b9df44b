import { placeMeeting, requireOfferedTime } from "#inquiries/bookings/server/book/place-meeting.ts";
import { followWhereabouts } from "#inquiries/bookings/server/follow-whereabouts.ts";
import { listHosts, onlyHost } from "#inquiries/bookings/server/whereabouts/find-told.ts";
import { CANNOT_LIFT_STOP, isReached as isReachedIn, type NewCall } from "#inquiries/calls/call.ts";
import type { Call } from "#people/leads/call.ts";
import type { Person } from "#people/leads/person.ts";
import { findCall } from "#people/leads/server/calls.ts";
import type { LeadInquiry } from "#people/leads/server/join-lead.ts";
import { writeNote } from "#people/leads/server/notes.ts";
import {
  findPerson,
  findPersonByEmail,
  listPeopleByPhone,
  lockPeopleOfLeads,
  renamePerson,
} from "#people/leads/server/people.ts";
import { CHANNELS } from "#people/permissions/channels.ts";
import { verbalEntries } from "#people/permissions/server/agreements.ts";
import { findState, lockPeople } from "#people/permissions/server/ledger.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import { writeStop } from "#people/permissions/server/stop.ts";
import { AppError } from "#platform/errors.ts";
import type { Database } from "#platform/server/database/database.ts";
import { isUniqueViolation } from "#platform/server/database/driver-errors.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { claimIdempotencyKey } from "#platform/server/idempotency.ts";
import { isId, newId, newRowId } from "#platform/server/ids.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import { leadIdsBeside, leadIdsOf, lockWaiting, markContacted } from "./contacted.ts";
import { KINDS } from "./every-kind.ts";
import { bookingOfCall, dataOf, type LogIn, type Request, sourceOf, toCall, withoutEmpty } from "./made-call.ts";
import { takeCall } from "./take-call.ts";

/** Family members share a number; more people than this do not. */
const MAX_PEOPLE = 20;

/**
 * The limits for visitors do not apply to its meeting. Unless staff reached the caller, the meeting or else the call
 * awaits first contact. Throws invalid_input, slot_not_offered, slot_taken, changed_meanwhile, idempotency_mismatch,
 * lead_ended.
 */
export async function enterCall(database: Database, request: Request): Promise<Call> {
  const { call, isByProgram, added, actor, now } = request;
  const isReached = isReachedIn(call);
  const keys = await personKeys(database);
  const permission = {
    hashes: keys.of(call),
    entries: await verbalEntries(
      database,
      CHANNELS.filter((channel) => call.consent?.[channel]),
    ),
    details: { email: call.email || undefined, phone: call.phone || undefined },
    origin: "phone" as const,
    actor,
    at: now.toISOString(),
  };
  return withTakenEmailError(() =>
    database.transaction(async (trx) => {
      const id = newRowId();
      const { idempotency } = request;
      const known = await added?.claim(trx);
      const claim = idempotency && { request: idempotency, resultId: known ?? id, now };
      const first = (claim && (await claimIdempotencyKey(trx, claim))) ?? known;
      if (first) return requireCall(trx, first);
      if (isReached) {
        const leadIds = await leadIdsOf(trx, await listKnown(trx, call));
        await lockPeopleOfLeads(trx, leadIds);
        await lockWaiting(trx, leadIds);
      }
      const offered = call.meeting && (await requireOfferedTime(trx, call.meeting, now));
      await requireChosenPerson(trx, call);
      const bookingId = offered && newId();
      const inquiry = inquiryOf(request);
      const made = await takeCall(trx, {
        ...request,
        id,
        inquiry,
        toCall: async (joined) => {
          await requireUnstopped(trx, permission.hashes, call);
          return toCall(call, { id, ...joined, bookingId, request });
        },
        permission: bookingId ? undefined : { ...permission, ...(await added?.agreement(trx, id)) },
        what: added ? "a lead" : "a call",
        isNews: isByProgram,
        event: { type: "call.created", dataOf: (call) => dataOf(call, request) },
      });
      const { leadId } = made;
      if (offered && bookingId) {
        const hostId = await hostOf(trx, request);
        const booking = { ...bookingOfCall(request, { id: bookingId, hostId, ...offered }), leadId };
        const isByStaff = isReached || !isByProgram;
        // The meeting is an inquiry of its own, because either of the two can be deleted without the other.
        await placeMeeting(trx, {
          ...offered,
          booking,
          inquiry,
          actor,
          isByStaff,
          permission,
          mailbox: undefined,
          now,
        });
      }
      if (call.stop) await writeStop(trx, { ...permission, revocation: { ...call, ...call.stop, said: "phone" }, now });
      for (const text of [call.said, ...(added?.notes ?? [])])
        if (text) await writeNote(trx, { leadId, record: { kind: "call", id }, text, author: actor, now });
      if (call.log) await writeLog(trx, { ...request, log: call.log, keys }, made);
      else if (isReached) await markContacted(trx, await lockWaiting(trx, await leadIdsBeside(trx, leadId)), request);
      return made;
    }),
  );
}

/** Who enters it, if video calls can be held at their own link; otherwise as if the visitor had booked. */
async function hostOf(trx: Db, { call: { meeting }, actorId, isByProgram }: Request): Promise<string | undefined> {
  if (!meeting) return undefined;
  const isHost = !isByProgram && (await listHosts(trx)).some(({ id }) => id === actorId);
  return isHost ? actorId : onlyHost(trx, meeting);
}

/** An error names the fields as this request has them. */
async function writeLog(
  trx: Db,
  entry: Request & Pick<Parameters<LogIn>[1], "log" | "keys">,
  { id, leadId, bookingId }: Call,
): Promise<void> {
  const kept = bookingId ? ({ kind: "booking", id: bookingId } as const) : ({ kind: "call", id } as const);
  const entered = isReachedIn(entry.call) ? { ...kept, leadId } : undefined;
  try {
    await entry.logIn(trx, { ...entry, id: newRowId(), leadId, told: { ...entry.call, entered } });
    // Nothing follows the step that stood there, but what its meeting promises is still to come.
    if (bookingId && entry.log.next === null) await followWhereabouts(trx, leadId, entry);
  } catch (error) {
    if (!(error instanceof AppError) || !error.details.fields) throw error;
    const fields = Object.entries(error.details.fields).map(([name, message]) => [`log.${name}`, message]);
    throw new AppError("invalid_input", error.message, { fields: Object.fromEntries(fields) });
  }
}

/** Only the person can lift a stop. The lock lets a stop that is being written count. */
async function requireUnstopped(trx: Db, hashes: Parameters<typeof findState>[1], { consent }: NewCall): Promise<void> {
  const agreed = CHANNELS.filter((channel) => consent?.[channel]);
  if (agreed.length === 0) return;
  await lockPeople(trx, [hashes]);
  const state = await findState(trx, hashes);
  const stopped = agreed.filter((channel) => state[channel] === "revoked");
  if (stopped.length === 0) return;
  const fields = Object.fromEntries(stopped.map((channel) => [`consent.${channel}`, CANNOT_LIFT_STOP]));
  throw new AppError("invalid_input", CANNOT_LIFT_STOP, { fields });
}

/** Lists everyone whose lead the call may join. */
async function listKnown(trx: Db, { personId, email, phone }: NewCall): Promise<(Person | undefined)[]> {
  if (personId) return [await findPerson(trx, personId)];
  if (email) return [await findPersonByEmail(trx, email)];
  return listPeopleByPhone(trx, [phone ?? ""], MAX_PEOPLE);
}

/** An e-mail address identifies a person, so staff cannot choose another person for it. */
async function requireChosenPerson(trx: Db, { personId, name, email, phone }: NewCall): Promise<void> {
  if (!personId) return;
  const person = isId(personId) ? await findPerson(trx, personId) : undefined;
  if (!person) throw refused("personId", "This person is no longer known. Please choose again.");
  if (!email) return;
  const same = await findPersonByEmail(trx, email);
  if (same && same.rootId !== person.rootId)
    throw refused("email", "This e-mail address is another person’s. Choose them, or leave it out.");
  if (!same && !person.email) await renamePerson(trx, person, { name, email, phone: phone || person.phone });
}

function refused(field: string, message: string): AppError {
  return new AppError("invalid_input", message, { fields: { [field]: message } });
}

function inquiryOf({ call, added, now }: Request): LeadInquiry {
  const { name, email, phone, personId, property, situation, reached, meeting } = call;
  const source = sourceOf({ ...call, origin: added?.origin }, now);
  return {
    name,
    email: email || undefined,
    phone: phone || undefined,
    personId: personId || undefined,
    property: property && withoutEmpty(property),
    situation,
    source,
    isVerbal: source !== undefined && !added,
    stage: meeting ? "Meeting set" : reached ? "Contacted" : "New",
    isLive: true,
    at: now,
  };
}

async function requireCall(trx: Db, id: string): Promise<Call> {
  const call = await findCall(trx, id);
  if (!call) throw KINDS.call.notFound();
  return call;
}

/** If two operations give a person the same address at once, the unique index refuses the second. */
async function withTakenEmailError(work: () => Promise<Call>): Promise<Call> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("changed_meanwhile", CHANGED_MEANWHILE);
    throw error;
  }
}
