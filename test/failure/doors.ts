// Every way in for a lead. A door is one entry here: what a client sends through it, and what must stand afterwards.

import { LEAD_HEADINGS } from "#deals/follow-up/leads-file.ts";
import type { MailKind } from "#delivery/mail/mail.ts";
import type { EventType } from "#delivery/webhooks/webhook.ts";
import { FILE_HEADINGS as BOOKING_HEADINGS } from "#inquiries/bookings/columns.ts";
import { FILE_HEADINGS as MESSAGE_HEADINGS } from "#inquiries/contact/facts.ts";
import { csvLine } from "#platform/server/csv/csv.ts";
import { bookingCells } from "../import-files.ts";
import { newBooking, newCall, newContactMessage } from "../people.ts";
import type { Slot } from "../programs/requests.ts";

/** A person's e-mail address, by which the person's inquiry is found again. */
export type Address = string;

export type Sent = { path: string; headers: Record<string, string>; body: string; people: readonly Address[] };

/** What is there before the doors open. */
export type Given = {
  addKey: string;
  leadsKey: string;
  staffToken: string;
  slots: readonly Slot[];
  offers: readonly string[];
};

export type Door = {
  name: string;
  isLarge?: boolean;
  /** Where the records stand: each is found by an address, and everything else by the record's id. */
  table: "bookings" | "contact_messages" | "calls" | "offer_answers";
  send(people: readonly Person[], given: Given): Sent[];
  mails: readonly MailKind[];
  event?: EventType;
  /** In the audit log. */
  action: "created" | "imported" | "answered";
  isLoggedAtLead?: boolean;
};

type Person = Named & { index: number; lastName: string; property: { street: string } & Record<string, string> };

export const HOST = "@example.com";
const ROWS_PER_FILE = 50;
const JSON_TYPE = { "content-type": "application/json" };

export const DOORS: readonly Door[] = [
  {
    name: "key",
    isLarge: true,
    table: "calls",
    // A client repeats by the Idempotency-Key or by the vendor's own id.
    send: (people, { addKey }) =>
      people.map(({ index, property, ...person }) => {
        const isVendors = index % 2 === 1;
        const lead = { ...named(person), property, ...(isVendors && { vendorId: person.email }) };
        const { headers, ...sent } = json("/api/leads", person, lead, addKey);
        return isVendors ? { ...sent, headers: without(headers, "idempotency-key") } : { ...sent, headers };
      }),
    mails: ["call-staff-notice"],
    event: "call.created",
    action: "created",
  },
  {
    // No name of a door begins with that of another and a hyphen.
    name: "callback",
    isLarge: true,
    table: "calls",
    // Who asks for a call leaves no e-mail address, so the name is the address without its host.
    send: (people) =>
      people.map(({ email, phone }) => json("/api/call-backs", { email }, { phone, name: email.replace(HOST, "") })),
    mails: ["call-staff-notice"],
    event: "callback.created",
    action: "created",
  },
  {
    name: "booking",
    table: "bookings",
    send: (people, { slots }) =>
      people.map(({ index, ...person }) => {
        const { date = "", time = "" } = slots[index] ?? {};
        const { email, phone, lastName, property } = person;
        const meeting = { meetingDate: date, meetingTime: time, email, phone, lastName, propertyAddress: property };
        return json("/api/bookings", person, newBooking(meeting));
      }),
    mails: ["booking-staff-notice", "booking-confirmation"],
    event: "booking.created",
    action: "created",
  },
  {
    name: "message",
    table: "contact_messages",
    send: (people) => people.map((person) => json("/api/contact", person, newContactMessage(named(person)))),
    mails: ["contact-staff-notice", "contact-acknowledgement"],
    event: "message.created",
    action: "created",
  },
  {
    name: "call",
    table: "calls",
    send: (people, { leadsKey }) => people.map((person) => call(person, leadsKey)),
    mails: ["call-staff-notice"],
    event: "call.created",
    action: "created",
  },
  {
    // Who enters it knows of it.
    name: "staff-call",
    table: "calls",
    send: (people, { staffToken }) => people.map((person) => call(person, staffToken)),
    mails: [],
    event: "call.created",
    action: "created",
  },
  {
    name: "bookings-file",
    table: "bookings",
    send: (people, { leadsKey }) =>
      files(
        "/api/bookings/import",
        people,
        leadsKey,
        BOOKING_HEADINGS,
        ({ index, lastName, email, phone, property }) => {
          const { street } = property;
          const day = new Date(Date.UTC(2010, 0, 1 + index)).toISOString().slice(0, 10);
          return bookingCells({
            "Last name": lastName,
            Email: email,
            Phone: phone,
            Street: street,
            "Meeting date": day,
          });
        },
      ),
    mails: [],
    action: "imported",
  },
  {
    name: "messages-file",
    table: "contact_messages",
    send: (people, { leadsKey }) =>
      files("/api/contact/admin/import", people, leadsKey, MESSAGE_HEADINGS, ({ name, email, phone }) => ({
        Name: name,
        Email: email,
        Phone: phone,
        Message: "From the old site.",
      })),
    mails: [],
    action: "imported",
  },
  {
    name: "leads-file",
    table: "calls",
    send: (people, { leadsKey }) =>
      files("/api/leads/import", people, leadsKey, LEAD_HEADINGS, ({ name, email, phone, property }) => ({
        Name: name,
        Email: email,
        Phone: phone,
        Street: property.street,
      })),
    mails: [],
    action: "imported",
    isLoggedAtLead: true,
  },
  {
    name: "question",
    table: "offer_answers",
    send: (people, { offers }) =>
      people.map(({ index, ...person }) =>
        json("/api/offers/answer", person, { token: offers[index], answer: "question", text: person.email }),
      ),
    mails: ["offer-answered"],
    event: "offer.answered",
    action: "answered",
  },
];

/** Who share no address, number or house with anybody. */
export function peopleOf(door: string, count: number, area: number): Person[] {
  return Array.from({ length: count }, (_, index) => {
    const digits = `${4_000_000 + index}`;
    return {
      index,
      name: `Ada ${door} ${index}`,
      lastName: `${door} ${index}`,
      email: `${door}-${index}${HOST}`,
      phone: `(${area}) ${digits.slice(0, 3)}-${digits.slice(3)}`,
      property: { street: `${index + 1} ${door} Street`, city: "Springfield", state: "IL", zipCode: "62704" },
    };
  });
}

function call({ property, ...person }: Person, key: string): Sent {
  return json("/api/leads/calls", person, newCall({ ...named(person), property, reached: false }), key);
}

type Named = { name: string; email: Address; phone: string };

function named({ name, email, phone }: Named): Named {
  return { name, email, phone };
}

function json(path: string, { email }: { email: Address }, body: object, key?: string): Sent {
  const headers = { ...JSON_TYPE, "idempotency-key": email, ...bearer(key) };
  return { path, headers, body: JSON.stringify(body), people: [email] };
}

function bearer(key: string | undefined): Record<string, string> {
  return key ? { authorization: `Bearer ${key}` } : {};
}

function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name));
}

/** A file has no key: what it holds is known again. */
function files(
  path: string,
  people: readonly Person[],
  key: string,
  columns: readonly string[],
  cellsOf: (person: Person) => Record<string, string>,
): Sent[] {
  return Array.from({ length: Math.ceil(people.length / ROWS_PER_FILE) }, (_, file) => {
    const some = people.slice(file * ROWS_PER_FILE, (file + 1) * ROWS_PER_FILE);
    const lines = some.map(cellsOf).map((cells) => csvLine(columns.map((column) => cells[column] ?? "")));
    return {
      path: `${path}?mode=import`,
      headers: { "content-type": "text/csv", ...bearer(key) },
      body: csvLine(columns) + lines.join(""),
      people: some.map(({ email }) => email),
    };
  });
}
