// Made-up people and houses, the same for the same seed. Their addresses end in made-up.example, and their phone numbers are
// of the reserved range 555-01xx.
import {
  ALL_PROPERTY_TYPES,
  type Booking,
  type BookingStatus,
  type NewBooking,
  PREFERRED_CONTACTS,
  SITUATIONS,
  TIMEFRAMES,
  valuesOf,
} from "#bookings/booking.ts";
import { MEETING_TYPES } from "#bookings/meeting-types.ts";
import { makeBooking } from "#bookings/server/store.ts";
import { type BookingRow, toRow } from "#bookings/server/table.ts";
import { type BookingRules, timesOf } from "#bookings/slots.ts";
import { type ContactStatus, SUBJECTS, type Subject } from "#contact/contact.ts";
import { makeContactMessageRow } from "#contact/server/store.ts";
import { type ContactMessageRow, toRow as toMessageRow } from "#contact/server/table.ts";
import type { Attributions } from "#leads/attribution.ts";
import { afterBusinessTime } from "#leads/business-time.ts";
import { firstContactOf, type Lead, siteLeadRules } from "#leads/lead.ts";
import { addDays, formatTime, instantOf, wallClock } from "#platform/dates.ts";
import type { UserRow } from "#users/server/table.ts";

export const MADE_UP_DOMAIN = "made-up.example";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOBODY = "0".repeat(26);
const MAX_DAYS = 5 * 365;
/** Small sets are spread over recent and coming weeks, so that the site looks in use. */
const DAYS_PER_BOOKING = 1;
const DAYS_PER_MESSAGE = 4;
const DAYS_AHEAD = 45;
const MAX_SLOT_ATTEMPTS = 8;

export type Random = () => number;

/** Numbers from 0 to 1 (exclusive) that depend only on the seed (sfc32). */
export function randomFrom(seed: string): Random {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
  for (const letter of seed) a = Math.imul(a ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  const next = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return (t >>> 0) / 4_294_967_296;
  };
  for (let rounds = 0; rounds < 15; rounds++) next();
  return next;
}

/** Oldest first. With very many, past slots exceed today's capacity; future ones do not, and the rest is cancelled. */
export function* madeUpBookings(
  count: number,
  { random, rules, now }: { random: Random; rules: BookingRules; now: Date },
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
    const booking = madeUpBooking(random, { ...slot, minutes: rules.slotMinutes, status, seat, createdAt });
    yield toRow({ ...booking, ...madeUpFirstContact(random, booking, now) });
  }
}

/** Maps uniform shares to growing numbers with seasons and fluctuations. Monotonic. */
function busier(share: number): number {
  const grown = share ** 0.6;
  const wave = (times: number, height: number) =>
    (height * Math.sin(2 * Math.PI * times * grown)) / (2 * Math.PI * times);
  return Math.min(1, Math.max(0, grown + wave(5, 0.4) + wave(37, 0.3) + wave(101, 0.2)));
}

function madeUpBooking(
  random: Random,
  meeting: {
    day: string;
    time: string;
    minutes: number;
    status: BookingStatus;
    seat: number | undefined;
    createdAt: Date;
  },
): Booking {
  const person = madeUpPerson(random);
  const [city, state, zip] = pick(random, CITIES);
  const booking: NewBooking = {
    ...person,
    preferredContact: pick(random, valuesOf(PREFERRED_CONTACTS)),
    propertyAddress: {
      street: `${1 + Math.floor(random() * 9_800)} ${pick(random, STREETS)}`,
      city,
      state,
      zipCode: random() < 0.1 ? `${zip}-${1000 + Math.floor(random() * 8_999)}` : zip,
    },
    propertyType: pick(random, random() < 0.97 ? FORM_PROPERTY_TYPES : valuesOf(ALL_PROPERTY_TYPES)),
    currentSituation: pick(random, valuesOf(SITUATIONS)),
    timeframeToSell: pick(random, valuesOf(TIMEFRAMES)),
    meetingType: pick(random, valuesOf(MEETING_TYPES)),
    additionalInfo: random() < 0.4 ? pick(random, REMARKS) : undefined,
    meetingDate: meeting.day,
    meetingTime: formatTime(meeting.time),
    source: madeUpAttribution(random, meeting.createdAt),
  };
  const { time, minutes, createdAt: now } = meeting;
  const made = makeBooking({ id: madeUpId(random), booking, time, minutes, now });
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
  { random, now }: { random: Random; now: Date },
): Generator<ContactMessageRow> {
  const span = Math.min(MAX_DAYS, count * DAYS_PER_MESSAGE) * DAY_MS;
  for (let index = 0; index < count; index++) {
    const createdAt = new Date(now.getTime() - span + (span * (index + random())) / count);
    const { firstName, lastName, email, phone } = madeUpPerson(random);
    const message = {
      name: `${firstName} ${lastName}`,
      email,
      phone: random() < 0.7 ? phone : undefined,
      subject: pick(random, Object.keys(SUBJECTS) as Subject[]),
      message: `${pick(random, GREETINGS)}\n${pick(random, QUESTIONS)}`,
      source: madeUpAttribution(random, createdAt),
    };
    const made = makeContactMessageRow({ id: madeUpId(random), message, now: createdAt });
    const isRecent = index > count * 0.97;
    const status: ContactStatus = isRecent && random() < 0.6 ? "New" : random() < 0.9 ? "Resolved" : "In Progress";
    yield toMessageRow({
      ...made,
      status,
      ...(status !== "New" && { readAt: made.createdAt, version: 2, ...madeUpFirstContact(random, made, now) }),
    });
  }
}

/** Most within minutes, some after a day or two, a few never. */
function madeUpFirstContact(random: Random, lead: Lead & { createdAt: string }, now: Date): Pick<Lead, "firstContact"> {
  const minutes = Math.floor(2 + 1_200 * random() ** 5);
  const at = afterBusinessTime(new Date(lead.createdAt), minutes * MINUTE_MS, siteLeadRules().calendar);
  if (random() < 0.05 || !at || at > now) return {};
  return firstContactOf(lead, { at, by: NOBODY, rules: siteLeadRules() });
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
      deactivated_at: random() < 0.1 ? at : null,
      last_login_at: random() < 0.5 ? at : null,
      created_at: at,
      updated_at: at,
    };
  }
}

/** Matches no password: all zeros. */
const NO_PASSWORD = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

function madeUpPerson(random: Random) {
  const firstName = pick(random, FIRST_NAMES);
  const lastName =
    random() < 0.05 ? `${pick(random, LAST_NAMES)}-${pick(random, LAST_NAMES)}` : pick(random, LAST_NAMES);
  const mailbox = `${firstName}.${lastName}`
    .normalize("NFD")
    .replace(/[^A-Za-z.-]/g, "")
    .toLowerCase();
  return {
    firstName,
    lastName,
    email: `${mailbox}${Math.floor(random() * 100_000)}@${MADE_UP_DOMAIN}`,
    phone: `(${200 + Math.floor(random() * 790)}) 555-01${String(Math.floor(random() * 100)).padStart(2, "0")}`,
  };
}

function madeUpAttribution(random: Random, at: Date): Attributions {
  const kind = random();
  if (kind < 0.25) return {};
  const visit = { landingPage: pick(random, ["/", "/about", "/book-meeting"]), at: at.toISOString() };
  if (kind < 0.5) return { first: visit, last: visit };
  if (kind < 0.7) {
    const referred = { ...visit, referrer: pick(random, REFERRERS) };
    return { first: referred, last: referred };
  }
  const first = { ...visit, utmSource: pick(random, SOURCES), utmMedium: "cpc", utmCampaign: pick(random, CAMPAIGNS) };
  return { first, last: random() < 0.5 ? first : visit };
}

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

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

function madeUpId(random: Random): string {
  let id = "";
  for (let letter = 0; letter < 26; letter++) id += ALPHABET[Math.floor(random() * 32)];
  return id;
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

export function startOfDay(day: string, timeZone: string): Date {
  return instantOf(day, 0, timeZone);
}

const FORM_PROPERTY_TYPES = ["single-family", "single-family", "multi-family", "condo", "townhouse", "other"] as const;
const SOURCES = ["google", "facebook", "bing", "nextdoor", "postcard", "radio"];
const CAMPAIGNS = ["spring", "inherited-homes", "brand", "landlords"];
const REFERRERS = [
  "https://www.google.com/",
  "https://www.bing.com/",
  "https://duckduckgo.com/",
  "https://neighbors.example/recommended",
];

const words = (text: string) => text.split(" ");

const FIRST_NAMES = words(
  "James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Karen Christopher Sarah Charles Lisa Daniel Nancy Matthew Sandra Anthony Betty Mark Ashley Donald Emily Steven Kimberly Andrew Margaret Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa Timothy Deborah Ronald Stephanie Jason Rebecca George Sharon Edward Laura Jeffrey Cynthia Ryan Dorothy Jacob Amy Nicholas Kathleen Gary Angela Eric Shirley Jonathan Emma Stephen Brenda Larry Pamela Justin Nicole Scott Anna Brandon Samantha Benjamin Katherine Samuel Christine Gregory Debra Alexander Rachel Patrick Carolyn Frank Janet Raymond Maria Jack Olivia Dennis Heather Jerry Helen José Renée Zoë Björn Łukasz Siobhán Nguyễn Aïcha Ramón Inés Søren Chloé Jürgen Agnès Óscar Beyoncé-Marie Wei Priya Mohammed Fatima Kwame Yuki",
);

const LAST_NAMES = words(
  "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Fisher Vasquez Simmons Romero Jordan Patterson Alexander Hamilton Graham Reynolds Griffin Wallace Moreno West Cole Hayes Bryant Herrera Gibson Ellis Tran Medina Aguilar Stevens Murray Ford Castro Marshall Owens Harrison Núñez Müller O'Brien D'Angelo Þórsson Kowalczyk Öztürk Peña Wolfeschlegelsteinhausen Vandenberghe Çelik Dvořák Lindqvist Okonkwo Nakamura",
);

const CITIES = [
  ["Springfield", "IL", "62701"],
  ["Chatham", "IL", "62629"],
  ["Rochester", "IL", "62563"],
  ["Sherman", "IL", "62684"],
  ["Decatur", "IL", "62521"],
  ["Peoria", "IL", "61602"],
  ["Bloomington", "IL", "61701"],
  ["Jacksonville", "IL", "62650"],
  ["Lake in the Hills", "IL", "60156"],
  ["St. Louis", "MO", "63101"],
] as const;

const STREETS = [
  "Maple Street",
  "Elm Street",
  "Oak Avenue",
  "South Grand Avenue East",
  "MacArthur Boulevard",
  "Cherry Lane",
  "Washington Street",
  "County Road 900 North, Lot 14",
  "Lakeview Drive, Apt 3B",
  "2nd Street",
];

const REMARKS = [
  "The roof leaks over the back bedroom.",
  "My mother's house. It is still full.",
  "Tenants are in until the end of the month.\nPlease do not call them.",
  "We close on another house soon and cannot carry both.",
  'The neighbors call it "the yellow house"; you cannot miss it.',
];

const NOTES = [
  "Called back, left a message.",
  "Wants an offer in writing.",
  "Sold to a relative.\nSend a card anyway.",
  "Second visit with the contractor agreed.",
];

const GREETINGS = ["Hello,", "Good morning,", "Hi there,", "To whom it may concern,"];

const QUESTIONS = [
  "How much would you pay for a three-bedroom ranch that needs a new roof?",
  "I inherited a house two hours away. Can everything be done by phone?",
  "We have a tenant who does not pay. Do you still buy?",
  "The bank has sent a notice. How fast can you be here?",
  "Can I stay for two weeks after closing? We need the time to move my parents and everything they have kept for fifty years, which is a lot, and none of us lives near by.",
  "Please take me off your list.",
];
