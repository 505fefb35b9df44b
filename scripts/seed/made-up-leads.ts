import { type NewBooking, valuesOf } from "#inquiries/bookings/booking.ts";
import { SITUATIONS } from "#inquiries/bookings/choices.ts";
import type { BookingRow } from "#inquiries/bookings/server/table.ts";
import type { Attributions } from "#people/leads/attribution.ts";
import { madeUpId, pick, pickWeighted, type Random } from "./random.ts";
import { CAMPAIGNS, CITIES, FIRST_NAMES, LAST_NAMES, REFERRERS, STREETS } from "./words.ts";

export const MADE_UP_DOMAIN = "made-up.example";

export type MadeUpPerson = {
  id: string;
  firstName: string;
  lastName: string;
  email: string | undefined;
  phone: string;
  isStored: boolean;
};

export type MadeUpLead = {
  id: string;
  person: MadeUpPerson;
  property: NewBooking["propertyAddress"];
  isPropertyKnown: boolean;
  situation: NewBooking["currentSituation"];
  source: Attributions;
  createdAt: Date;
  latestAt: Date;
  inquiries: number;
  messages: number;
  call: { id: string; bookingId?: string } | undefined;
  meetings: Pick<BookingRow, "id" | "status" | "meeting_date" | "meeting_time" | "first_contact_at" | "notes">[];
  answeredAt?: string | undefined;
};

/** Older people are dropped from memory and do not return. */
const MAX_OPEN = 3_000;
const MAX_INQUIRIES = 8;
const SHARE_OF_OTHER_HOUSES = 0.12;
const SHARE_OF_CALLS = 0.12;
const SHARE_WITHOUT_EMAIL = 0.3;
const SHARE_OF_KNOWN_SENDERS = 0.35;

type Beginning = { isCall?: boolean; isMessage?: boolean; person?: MadeUpPerson };

export class MadeUpLeads {
  readonly #random: Random;
  readonly #returning: number;
  #open: MadeUpLead[] = [];
  #finished: MadeUpLead[] = [];
  #people = 0;
  /** People without an e-mail address are identified by their number, so no two have the same. */
  readonly #numbers = new Set<string>();
  /** Callers agreed to nothing in writing. */
  readonly bookedByPhone = new Set<string>();
  /** Values are cents by source, campaign and month. */
  readonly spend = new Map<string, number>();

  constructor({ random, returning = 0.25 }: { random: Random; returning?: number }) {
    this.#random = random;
    this.#returning = returning;
  }

  forBooking(at: Date): MadeUpLead {
    const known = this.#random() < this.#returning ? this.#recent() : undefined;
    if (!known || known.inquiries >= MAX_INQUIRIES) {
      if (this.#random() < SHARE_OF_CALLS / 2) this.#begin(at, { isCall: true });
      return this.#begin(at, { isCall: this.#random() < SHARE_OF_CALLS });
    }
    if (this.#random() < SHARE_OF_OTHER_HOUSES) return this.#begin(at, { person: known.person });
    return again(known, at);
  }

  forMessage(at: Date): MadeUpLead {
    const known = this.#random() < SHARE_OF_KNOWN_SENDERS ? this.#recent() : undefined;
    if (known?.person.email && known.createdAt <= at) return again(known, at);
    return this.#begin(at, { isMessage: true });
  }

  takeFinished({ isEnd = false } = {}): MadeUpLead[] {
    if (isEnd) this.#finished.push(...this.#open.splice(0));
    return this.#finished.splice(0);
  }

  #recent(): MadeUpLead | undefined {
    return this.#open[Math.floor(this.#open.length * (1 - this.#random() ** 2))];
  }

  #begin(at: Date, { isCall = false, isMessage = false, person }: Beginning): MadeUpLead {
    const random = this.#random;
    const lead: MadeUpLead = {
      id: madeUpId(random, at),
      person: person ?? this.#newPerson(at, isCall && random() < SHARE_WITHOUT_EMAIL),
      property: madeUpProperty(random),
      isPropertyKnown: !isMessage,
      situation: pick(random, valuesOf(SITUATIONS)),
      source: this.#attribution(at, isCall),
      createdAt: at,
      latestAt: at,
      inquiries: 1,
      messages: 0,
      call: isCall ? { id: madeUpId(random, at) } : undefined,
      meetings: [],
    };
    this.#open.push(lead);
    if (this.#open.length >= 2 * MAX_OPEN) this.#finished.push(...this.#open.splice(0, MAX_OPEN));
    return lead;
  }

  #newPerson(at: Date, isWithoutEmail: boolean): MadeUpPerson {
    const random = this.#random;
    const firstName = pick(random, FIRST_NAMES);
    const lastName =
      random() < 0.05 ? `${pick(random, LAST_NAMES)}-${pick(random, LAST_NAMES)}` : pick(random, LAST_NAMES);
    const mailbox = `${firstName}.${lastName}`
      .normalize("NFD")
      .replace(/[^A-Za-z.-]/g, "")
      .toLowerCase();
    const id = madeUpId(random, at);
    const phone = `(${200 + Math.floor(random() * 790)}) 555-01${String(Math.floor(random() * 100)).padStart(2, "0")}`;
    this.#people++;
    const isNamedByPhone = isWithoutEmail && !this.#numbers.has(phone);
    if (isNamedByPhone) this.#numbers.add(phone);
    // The number makes the address the person's own, and the letters make it another than that of another seed.
    const email = isNamedByPhone ? undefined : `${mailbox}${this.#people}${id.slice(-4)}@${MADE_UP_DOMAIN}`;
    return { id, firstName, lastName, email, phone, isStored: false };
  }

  #attribution(at: Date, isCall: boolean): Attributions {
    const random = this.#random;
    const kind = isCall ? 0.4 + 0.6 * random() : random();
    const visit = {
      at: at.toISOString(),
      ...(!isCall && { landingPage: pick(random, ["/", "/", "/about", "/book-meeting"]) }),
    };
    if (kind < 0.2) return {};
    if (kind < 0.4) return { first: visit, last: visit };
    if (kind < 0.55) {
      const referred = isCall ? { ...visit, utmSource: "neighbor" } : { ...visit, referrer: pick(random, REFERRERS) };
      return { first: referred, last: referred };
    }
    const { source, medium, campaign, cost } = pickWeighted(random, CAMPAIGNS);
    const key = JSON.stringify([source, campaign, at.toISOString().slice(0, 7)]);
    if (cost > 0) this.spend.set(key, (this.spend.get(key) ?? 0) + Math.round((cost * (0.5 + random())) / 100) * 100);
    const first = { ...visit, utmSource: source, utmMedium: medium, ...(campaign && { utmCampaign: campaign }) };
    return { first, last: isCall || random() < 0.5 ? first : visit };
  }
}

function again(lead: MadeUpLead, at: Date): MadeUpLead {
  lead.inquiries++;
  if (at > lead.latestAt) lead.latestAt = at;
  return lead;
}

export function sourceOfReturn(lead: MadeUpLead, at: Date): Attributions {
  if (!lead.source.first) return {};
  return { first: lead.source.first, last: { landingPage: "/book-meeting", at: at.toISOString() } };
}

function madeUpProperty(random: Random): MadeUpLead["property"] {
  const [city, state, zip] = pick(random, CITIES);
  return {
    street: `${1 + Math.floor(random() * 9_800)} ${pick(random, STREETS)}`,
    city,
    state,
    zipCode: random() < 0.1 ? `${zip}-${1000 + Math.floor(random() * 8_999)}` : zip,
  };
}
