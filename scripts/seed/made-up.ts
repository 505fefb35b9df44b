// Addresses end in made-up.example, and phone numbers are of the reserved range 555-01xx.

import type { UserRow } from "#accounts/users/server/table.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { type Booking, type BookingStatus, type NewBooking, valuesOf } from "#inquiries/bookings/booking.ts";
import { ALL_PROPERTY_TYPES, PREFERRED_CONTACTS, TIMEFRAMES } from "#inquiries/bookings/choices.ts";
import { MEETING_TYPES } from "#inquiries/bookings/meeting-types.ts";
import { makeBooking } from "#inquiries/bookings/server/make-booking.ts";
import { toRow } from "#inquiries/bookings/server/store.ts";
import type { BookingRow } from "#inquiries/bookings/server/table.ts";
import { type BookingRules, timesOf } from "#inquiries/bookings/slots.ts";
import { SUBJECTS, type Subject } from "#inquiries/contact/choices.ts";
import type { ContactStatus } from "#inquiries/contact/contact.ts";
import { makeContactMessageRow } from "#inquiries/contact/server/make-contact-message.ts";
import { toRow as toMessageRow } from "#inquiries/contact/server/store.ts";
import { afterBusinessTime } from "#people/leads/business-time.ts";
import { firstContactOf, type Inquiry, siteLeadRules } from "#people/leads/inquiry.ts";
import { addDays, formatTime, instantOf, wallClock } from "#platform/dates.ts";
import { MADE_UP_DOMAIN, type MadeUpLead, type MadeUpLeads, sourceOfReturn } from "./made-up-leads.ts";
import { madeUpId, pick, type Random } from "./random.ts";
import { FORM_PROPERTY_TYPES, GREETINGS, NOTES, QUESTIONS, REMARKS } from "./words.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOBODY = "0".repeat(26);
const MAX_DAYS = 5 * 365;
const DAYS_PER_BOOKING = 1;
const DAYS_PER_MESSAGE = 4;
const DAYS_AHEAD = 45;
const MAX_SLOT_ATTEMPTS = 8;

/** Bookings are sorted, oldest first. With very many, past slots exceed today's capacity; future ones do not. */
export function* madeUpBookings(
  count: number,
  { random, rules, now, leads }: { random: Random; rules: BookingRules; now: Date; leads: MadeUpLeads },
): Generator<BookingRow> {
  const seats = new Map<string, number>();
  const span = Math.min(MAX_DAYS, count * DAYS_PER_BOOKING) * DAY_MS;
  const today = wallClock(now, rules.timeZone).day;
  for (let index = 0; index < count; index++) {
    const createdAt = new Date(now.getTime() - span + span * busier((index + random()) / count));
    const created = wallClock(createdAt, rules.timeZone).day;
    const chooseSlot = () => {
      const day = openDay(rules, addDays(created, 1 + Math.floor(random() ** 2 * DAYS_AHEAD)));
      return { day, time: pick(random, timesOf(rules, day)) };
    };
    const heldIn = ({ day, time }: { day: string; time: string }) => seats.get(`${day} ${time}`) ?? 0;
    let slot = chooseSlot();
    for (let tries = 0; tries < MAX_SLOT_ATTEMPTS && heldIn(slot) >= rules.capacityPerSlot; tries++)
      slot = chooseSlot();
    const drawn = statusOf(random, slot.day >= today);
    const status = slot.day >= today && heldIn(slot) >= rules.capacityPerSlot ? "Cancelled" : drawn;
    const seat = status === "Cancelled" ? undefined : heldIn(slot);
    if (seat !== undefined) seats.set(`${slot.day} ${slot.time}`, seat + 1);
    const lead = leads.forBooking(createdAt);
    const booking = madeUpBooking(random, lead, { ...slot, minutes: rules.slotMinutes, status, seat, createdAt });
    const isByPhone = lead.call !== undefined && lead.inquiries === 1;
    if (isByPhone) {
      lead.call = { id: madeUpId(random, createdAt), bookingId: booking.id };
      leads.bookedByPhone.add(booking.id);
    }
    const contact = isByPhone ? {} : madeUpFirstContact(random, booking, now);
    const row = toRow({ ...booking, ...contact });
    lead.meetings.push(row);
    yield row;
  }
}

function busier(share: number): number {
  const grown = share ** 0.6;
  const wave = (times: number, height: number) =>
    (height * Math.sin(2 * Math.PI * times * grown)) / (2 * Math.PI * times);
  return Math.min(1, Math.max(0, grown + wave(5, 0.4) + wave(37, 0.3) + wave(101, 0.2)));
}

function madeUpBooking(
  random: Random,
  lead: MadeUpLead,
  meeting: {
    day: string;
    time: string;
    minutes: number;
    status: BookingStatus;
    seat: number | undefined;
    createdAt: Date;
  },
): Booking {
  const { firstName, lastName, email = "", phone } = lead.person;
  const booking: NewBooking = {
    firstName,
    lastName,
    email,
    phone,
    preferredContact: email ? pick(random, valuesOf(PREFERRED_CONTACTS)) : "phone",
    propertyAddress: lead.property,
    propertyType: pick(random, random() < 0.97 ? FORM_PROPERTY_TYPES : valuesOf(ALL_PROPERTY_TYPES)),
    currentSituation: lead.situation,
    timeframeToSell: pick(random, valuesOf(TIMEFRAMES)),
    meetingType: pick(random, valuesOf(MEETING_TYPES)),
    additionalInfo: random() < 0.4 ? pick(random, REMARKS) : undefined,
    meetingDate: meeting.day,
    meetingTime: formatTime(meeting.time),
    source: lead.inquiries === 1 ? lead.source : sourceOfReturn(lead, meeting.createdAt),
  };
  const { time, minutes, createdAt: now } = meeting;
  const id = madeUpId(random, now);
  const made = { ...makeBooking({ id, booking, time, minutes, now }), leadId: lead.id };
  const hasNotes = meeting.status !== "Scheduled" && random() < 0.5;
  return {
    ...made,
    status: meeting.status,
    seat: meeting.seat,
    notes: hasNotes ? pick(random, NOTES) : undefined,
    version: meeting.status === "Scheduled" ? 1 : 2,
  };
}

export function* madeUpMessages(
  count: number,
  { random, now, leads }: { random: Random; now: Date; leads: MadeUpLeads },
): Generator<ReturnType<typeof toMessageRow>> {
  const span = Math.min(MAX_DAYS, count * DAYS_PER_MESSAGE) * DAY_MS;
  for (let index = 0; index < count; index++) {
    const createdAt = new Date(now.getTime() - span + (span * (index + random())) / count);
    const lead = leads.forMessage(createdAt);
    const { firstName, lastName, email = "", phone } = lead.person;
    const message = {
      name: `${firstName} ${lastName}`,
      email,
      phone: random() < 0.7 ? phone : undefined,
      subject: pick(random, Object.keys(SUBJECTS) as Subject[]),
      message: `${pick(random, GREETINGS)}\n${pick(random, QUESTIONS)}`,
      source: lead.inquiries === 1 ? lead.source : sourceOfReturn(lead, createdAt),
    };
    const id = madeUpId(random, createdAt);
    const made = { ...makeContactMessageRow({ id, message, now: createdAt }), leadId: lead.id };
    const isRecent = index > count * 0.97;
    const status: ContactStatus = isRecent && random() < 0.6 ? "New" : random() < 0.9 ? "Resolved" : "In Progress";
    const row = toMessageRow({
      ...made,
      status,
      ...(status !== "New" && { readAt: made.createdAt, version: 2, ...madeUpFirstContact(random, made, now) }),
    });
    lead.messages++;
    lead.answeredAt ??= row.first_contact_at ?? undefined;
    yield row;
  }
}

function madeUpFirstContact(
  random: Random,
  inquiry: Inquiry & { createdAt: string },
  now: Date,
): Pick<Inquiry, "firstContact"> {
  const minutes = Math.floor(2 + 1_200 * random() ** 5);
  const at = afterBusinessTime(
    new Date(inquiry.createdAt),
    minutes * MINUTE_MS,
    siteLeadRules(currentFacts()).calendar,
  );
  if (random() < 0.05 || !at || at > now) return {};
  return firstContactOf(inquiry, { at, by: NOBODY, rules: siteLeadRules(currentFacts()) });
}

export function* madeUpUsers(count: number, { random, now }: { random: Random; now: Date }): Generator<UserRow> {
  for (let index = 0; index < count; index++) {
    const at = new Date(now.getTime() - random() * 365 * DAY_MS).toISOString();
    const email = `user${index + 1}.${madeUpId(random).slice(0, 6)}@${MADE_UP_DOMAIN}`;
    yield {
      id: madeUpId(random),
      email,
      email_key: email,
      search_text: email,
      password_hash: NO_PASSWORD,
      role: "user",
      duties: "",
      own_leads_only: 0,
      deactivated_at: random() < 0.1 ? at : null,
      last_login_at: random() < 0.5 ? at : null,
      name: "",
      video_link: null,
      confirmed_at: at,
      email_confirmed_at: at,
      used_at: at,
      created_at: at,
      updated_at: at,
    };
  }
}

/** A hash of zeros matches no password. */
const NO_PASSWORD = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

function statusOf(random: Random, isAhead: boolean): BookingStatus {
  const chance = random();
  if (isAhead) return chance < 0.82 ? "Scheduled" : chance < 0.93 ? "Rescheduled" : "Cancelled";
  return chance < 0.64 ? "Completed" : chance < 0.88 ? "Cancelled" : chance < 0.95 ? "Rescheduled" : "Scheduled";
}

function openDay(rules: BookingRules, from: string): string {
  let day = from;
  while (timesOf(rules, day).length === 0) day = addDays(day, 1);
  return day;
}

export function startOfDay(day: string, timeZone: string): Date {
  return instantOf(day, 0, timeZone);
}
