import type { Booking } from "#inquiries/bookings/booking.ts";
import type { requireOfferedTime } from "#inquiries/bookings/server/book/place-meeting.ts";
import { makeBooking } from "#inquiries/bookings/server/make-booking.ts";
import { isReached, type NewCall, splitName } from "#inquiries/calls/call.ts";
import type { By } from "#inquiries/kinds/server/kind.ts";
import type { Attributions } from "#people/leads/attribution.ts";
import { CALL_WAYS, type Call, type CallWay } from "#people/leads/call.ts";
import type { NewLog } from "#people/leads/log.ts";
import type { FoundInquiry } from "#people/leads/server/inquiries/store.ts";
import type { NewAgreement } from "#people/permissions/server/ledger.ts";
import type { PersonKeys } from "#people/permissions/server/person-keys.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { IdempotentRequest } from "#platform/server/idempotency.ts";

export type Request = By & {
  call: NewCall;
  /** Staff may not know of a call that a program entered. */
  isByProgram: boolean;
  idempotency: IdempotentRequest | undefined;
  logIn: LogIn;
  added?: Added;
};

/** What differs if nobody has called, and a program adds a person of whom it knows. */
export type Added = Required<Pick<Call, "origin" | "keyId">> &
  Pick<Call, "vendorId" | "costCents"> & {
    /** Runs first. Returns the call of an earlier request about the same. */
    claim: (trx: Db) => Promise<string | undefined>;
    agreement: (trx: Db, callId: string) => Promise<Pick<NewAgreement, "entries" | "origin">>;
    notes: readonly string[];
  };

/** Writes what came of the call into its lead. Throws lead_ended, invalid_input. */
export type LogIn = (
  trx: Db,
  entry: By & {
    id: string;
    leadId: string;
    log: NewLog;
    told: Pick<NewCall, "email" | "phone" | "said"> & { entered: FoundInquiry | undefined };
    keys: PersonKeys;
  },
) => Promise<void>;

type Heard = Pick<NewCall, "heard"> & { origin?: CallWay | undefined };

/** The source is both the first and the last visit, so that reports by either count it. */
export function sourceOf({ heard, origin = "phone" }: Heard, now: Date): Attributions | undefined {
  const { source: utmSource, campaign: utmCampaign } = heard ?? {};
  if (!utmSource && !utmCampaign) return undefined;
  const { medium: utmMedium } = CALL_WAYS[origin];
  const said = {
    ...(utmSource && { utmSource }),
    ...(utmMedium && { utmMedium }),
    ...(utmCampaign && { utmCampaign }),
    at: now.toISOString(),
  };
  return { first: said, last: said };
}

export function bookingOfCall(
  { call, actorId, now }: Request,
  {
    id,
    time,
    rules,
    hostId,
  }: Awaited<ReturnType<typeof requireOfferedTime>> & {
    id: string;
    hostId: string | undefined;
  },
): Omit<Booking, "leadId"> {
  const { name, email = "", phone = "", property, situation, said, meeting } = call;
  if (!meeting || !situation) throw new Error("The schema lets no such meeting pass");
  const { street = "", city = "", state = "" as const, zipCode = "" } = property ?? {};
  const booking = {
    ...splitName(name),
    email,
    phone,
    propertyAddress: { street, city, state, zipCode },
    currentSituation: situation,
    additionalInfo: said,
    source: sourceOf(call, now),
    ...meeting,
  };
  const made = { ...makeBooking({ id, booking, time, minutes: rules.slotMinutes, now }), hostId };
  if (!isReached(call)) return made;
  return { ...made, waitingSince: undefined, firstContact: { at: now.toISOString(), by: actorId } };
}

type Made = { id: string; leadId: string; personId: string; bookingId: string | undefined; request: Request };

export function toCall(call: NewCall, { id, leadId, personId, bookingId, request }: Made): Call {
  const { name, email, phone, property, situation, heard, said } = call;
  const { actor, now, added } = request;
  return {
    id,
    leadId,
    personId,
    name,
    email: email || undefined,
    phone: phone || undefined,
    property: withoutEmpty(property ?? {}),
    situation,
    heard: heard && withoutEmpty(heard),
    said: said || undefined,
    bookingId,
    waitingSince: isReached(call) || bookingId ? undefined : now.toISOString(),
    origin: added?.origin,
    keyId: added?.keyId,
    vendorId: added?.vendorId,
    costCents: added?.costCents,
    takenBy: actor,
    createdAt: now.toISOString(),
  };
}

/** The event contains only entered data. */
export function dataOf(call: Call, request: Request): object {
  const { id, leadId, personId, name, email, phone, property, situation, heard, said, bookingId, createdAt } = call;
  return {
    id,
    leadId,
    personId,
    name,
    email: email ?? null,
    phone: phone ?? null,
    property,
    situation: situation ?? null,
    heard: heard ?? {},
    said: said ?? null,
    origin: call.origin ?? null,
    reached: isReached(request.call),
    bookingId: bookingId ?? null,
    createdAt,
  };
}

export function withoutEmpty<Parts extends object>(parts: Parts): Partial<Parts> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value)) as Partial<Parts>;
}
