// The table of doors in docs/integrations.md is what each of them starts. A further door is a row there and an entry of DOORS.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { KeyScope } from "#accounts/keys/key.ts";
import PERMISSION_WORDS from "#company/facts/shipped/permission-words.json" with { type: "json" };
import { EVENT_TYPES } from "#delivery/webhooks/webhook.ts";
import { csvLine } from "#platform/server/csv/csv.ts";
import { addSignedIn } from "../accounts.ts";
import { newCall } from "../people.ts";
import { book, post, sendContactMessage, write } from "../requests.ts";
import { answerOffer, bookLead, sentOffer } from "../sent-offers.ts";
import { sentMails, startSiteWithMail } from "../server.ts";

type Person = { name: string; email: string; phone: string; house: number; time: string };
type Site = Awaited<ReturnType<typeof start>>;
type Door = (site: Site, person: Person, headers: Record<string, string>) => Promise<{ statusCode: number }>;

/** By the row of the table: several doors of one row start the same. */
const DOORS: Record<string, readonly Door[]> = {
  booking: [
    ({ site }, person, headers) => {
      const [firstName, lastName] = person.name.split(" ");
      const { email, phone, time: meetingTime } = person;
      const changes = { firstName, lastName, email, phone, meetingTime, propertyAddress: houseOf(person) };
      return book(site, { ...changes, source: VISIT }, { headers });
    },
  ],
  message: [
    ({ site }, { name, email, phone }, headers) =>
      write(site, { name, email, phone, source: VISIT, notice: { version: PERMISSION_WORDS.version } }, { headers }),
  ],
  "call-back": [
    ({ site }, { name, phone }, headers) =>
      post(
        site,
        "/api/call-backs",
        { name, phone, source: VISIT, wordsVersion: PERMISSION_WORDS.version },
        { headers },
      ),
    // Without script.
    ({ site }, { name, phone }, headers) =>
      post(site, "/api/call-backs", formOf({ name, phone, when: "now", wordsVersion: PERMISSION_WORDS.version }), {
        headers: { ...FORM, referer: "http://localhost:3000/?utm_source=postcard", ...headers },
      }),
  ],
  "call by staff": [(site, ...given) => enterCall(site, { token: site.session, reached: false }, ...given)],
  "the same, reached": [(site, ...given) => enterCall(site, { token: site.session, reached: true }, ...given)],
  "call by a key": [(site, ...given) => enterCall(site, { token: site.key, reached: false }, ...given)],
  "lead by a key": [
    ({ site, vendorKey }, person, headers) => {
      const { name, email, phone } = person;
      const lead = { name, email, phone, property: houseOf(person), source: "postcard" };
      return post(site, "/api/leads", lead, { headers: { authorization: `Bearer ${vendorKey}`, ...headers } });
    },
    ({ site, formKey }, { name, email, phone }, headers) =>
      post(site, "/api/leads", formOf({ key: formKey, name, email, phone, source: "postcard" }), {
        headers: { ...FORM, origin: FORM_SITE, ...headers },
      }),
  ],
  file: [
    (site, person) => sendFile(site, "/api/bookings/import?mode=import", person, bookingLine("2026-11-18")),
    (site, person) => sendFile(site, "/api/contact/admin/import?mode=import", person, contactLine),
    (site, person) => sendFile(site, "/api/leads/import?mode=import", person, leadLine),
  ],
  "file, new": [
    (site, person) => sendFile(site, "/api/bookings/import?mode=import&new=true", person, bookingLine("2026-11-25")),
    (site, person) => sendFile(site, "/api/contact/admin/import?mode=import&new=true", person, contactLine),
    (site, person) => sendFile(site, "/api/leads/import?mode=import&new=true", person, leadLine),
  ],
  "question to an offer": [
    ({ site, offer }, _person, headers) =>
      answerOffer(site, offer.token, { answer: "question", text: "When do you need the key?" }, headers),
  ],
};

const ADA: Person = { name: "Ada Byron", email: "ada@example.com", phone: "(217) 555-0150", house: 1, time: "9:00 AM" };
/** Has written before, and was reached. */
const KIM: Person = { name: "Kim Ono", email: "kim@example.com", phone: "(217) 555-0160", house: 2, time: "9:30 AM" };
/** The others of a file, which is imported in parts. */
const OTHERS: Person[] = ["10:30 AM", "11:30 AM", "1:00 PM", "2:00 PM", "3:00 PM", "4:00 PM"].map((time, index) => ({
  name: `Zoë O’Connor-Ünal`,
  email: `zoe${index}@example.com`,
  phone: `(217) 555-017${index}`,
  house: 10 + index,
  time,
}));

const STAFF = "staff@porchlight.example";
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const FORM_SITE = "https://www.example.com";
const VISIT = { first: { utmSource: "postcard" }, last: { utmSource: "postcard" } };
const TILL_OVERDUE_SECONDS = 6 * 60;
const [COLUMNS = [], ...ROWS] = rowsOfDocument();

test("the table of the documents has every door that is walked", () => {
  expect(ROWS.map(([door]) => door)).toEqual(Object.keys(DOORS));
});

const WALKS = ROWS.flatMap(([row = "", ...cells]) => (DOORS[row] ?? []).map((enter) => ({ row, cells, enter })));

test.each(WALKS)("what the table says starts: $row", async ({ cells, enter }) => {
  const said = COLUMNS.slice(1).map((column, index) => [column, cells[index]]);
  expect(await walk(enter)).toEqual(Object.fromEntries(said));
});

async function walk(enter: Door): Promise<Record<string, string>> {
  const site = await start();
  const before = await site.records();
  const answer = await enter(site, ADA, { "idempotency-key": "one" });
  expect(answer.statusCode, JSON.stringify(answer)).toBeLessThan(400);
  const after = await site.records();
  const waiting = await site.waiting();
  const sources = await site.sources();
  const webhooks = await site.webhooks();
  const mails = [await site.mailToStaff()];
  site.site.clock.advance(TILL_OVERDUE_SECONDS);
  mails.push(await site.mailToStaff());
  return {
    lead: await joinOf(site, enter, waiting),
    ledger: oneOf(after.ledger.slice(before.ledger.length)),
    waits: waiting.length > 0 ? "yes" : "no",
    "staff get": listOf(mails.flatMap((count, index) => Array(count).fill(MAILS[index]))),
    webhook: listOf(webhooks),
    source: sources.includes("postcard") ? "yes" : "no",
    repeats: await againOf(site, enter),
    audit: oneOf(after.history.slice(before.history.length)),
  };
}

const MAILS = ["notice", "reminder"];

function listOf(words: readonly string[]): string {
  return words.toSorted().join(", ") || "no";
}

/** A file has many lines, and writes of each the same. */
function oneOf(words: readonly string[]): string {
  return listOf([...new Set(words)]);
}

/** Kim comes by the same door: a lead that is open takes it in. */
async function joinOf(site: Site, enter: Door, waiting: readonly string[]): Promise<string> {
  const leadsOf = async ({ name }: Person) => {
    const { people } = (await site.call("GET", `/api/people/search?search=${encodeURIComponent(name)}`)).json();
    return people.length === 0 ? [] : (await site.call("GET", `/api/people/${people[0]._id}`)).json().leads;
  };
  const [lead] = await leadsOf(ADA);
  if (!lead) return waiting.join() === site.offer.leadId ? "its own" : "no";
  await enter(site, KIM, { "idempotency-key": "of-kim" });
  const isJoined = (await leadsOf(KIM)).map(({ inquiries }: { inquiries: number }) => inquiries).join() === "2";
  return isJoined ? (lead.isOpen ? "open" : "past") : "no";
}

/** The same request changes nothing. With another key it is another one, but lines of a file are known by what they say. */
async function againOf(site: Site, enter: Door): Promise<string> {
  const { entered } = await site.records();
  await enter(site, ADA, { "idempotency-key": "one" });
  if ((await site.records()).entered !== entered) return "no";
  const { statusCode } = await enter(site, ADA, { "idempotency-key": "another" });
  const isAnother = statusCode >= 400 || (await site.records()).entered !== entered;
  return isAnother ? "key" : "content";
}

/** Kim has written and Renée has an offer for the second of her houses; staff have reached both. */
async function start() {
  const settings = { RATE_LIMIT: "off", STAFF_EMAIL: STAFF, ACCESS_TOKEN_SECONDS: "86400" };
  const party = await startSiteWithMail({ env: settings });
  const { site } = party;
  const { call, session } = await addSignedIn(site);
  await sendContactMessage(site, { name: KIM.name, email: KIM.email, phone: KIM.phone });
  await bookLead(site, { meetingDate: "2026-11-30" });
  const leadId = await bookLead(site, { meetingDate: "2026-12-01", propertyAddress: houseOf(OTHERS[0] as Person) });
  const offer = { leadId, ...(await sentOffer({ call }, leadId)) };
  const waiting = async (): Promise<string[]> =>
    (await call("GET", "/api/day")).json().waiting.lines.map(({ lead }: { lead: { _id: string } }) => lead._id);
  for (const id of await waiting()) await call("POST", `/api/leads/${id}/log`, { channel: "call", outcome: "reached" });
  // A lead that comes to another stage has an event of its own, whatever moved it.
  const events = EVENT_TYPES.filter((type) => type !== "lead.stage_changed");
  await call("POST", "/api/webhooks/endpoints", { name: "CRM", url: "https://hooks.example.com/", events });
  const makeKey = async (scope: KeyScope): Promise<{ key: { _id: string }; token: string }> =>
    (await call("POST", "/api/keys", { name: scope, scope, endsOn: "2026-12-31" })).json();
  const form = await makeKey("form");
  await call("PUT", `/api/keys/${form.key._id}/leads`, {
    source: "",
    campaign: "",
    cost: "",
    fields: [],
    origins: [FORM_SITE],
    thanksUrl: "",
    aDay: 9,
  });
  await sentMails(party);
  const { read } = site.database;
  return {
    site,
    call,
    session: session.accessToken,
    key: (await makeKey("write-leads")).token,
    vendorKey: (await makeKey("add-leads")).token,
    formKey: form.token,
    offer,
    waiting,
    mailToStaff: async () => (await sentMails(party)).filter(({ to }) => to === STAFF).length,
    sources: async (): Promise<string[]> =>
      (await call("GET", "/api/campaigns/report?by=source&touch=first"))
        .json()
        .rows.map(({ name }: { name: string }) => name),
    webhooks: async (): Promise<string[]> =>
      (await call("GET", "/api/webhooks/deliveries"))
        .json()
        .deliveries.map(({ type }: { type: string }) => `\`${type}\``),
    records: async () => {
      const inquiries = await read.selectFrom("inquiries").select("id").execute();
      const answers = await read.selectFrom("offer_answers").select("id").execute();
      const ledger = await read.selectFrom("permissions").select("said").orderBy("id").execute();
      const history = await read.selectFrom("history").select(["action", "detail"]).orderBy("id").execute();
      const entries = history.filter(({ action }) => ["created", "imported", "answered"].includes(action));
      return {
        entered: inquiries.length + answers.length,
        ledger: ledger.map(({ said }) => String(said)),
        history: entries.map(({ action, detail }) => (detail?.includes("as new") ? `${action} as new` : action)),
      };
    },
  };
}

function formOf(fields: Record<string, string>): string {
  return String(new URLSearchParams(fields));
}

function houseOf({ house }: Person) {
  return { street: `${house} Elm Street`, city: "Springfield", state: "IL", zipCode: "62704" };
}

function enterCall(
  { site }: Site,
  { token, reached }: { token: string; reached: boolean },
  person: Person,
  headers: Record<string, string>,
) {
  const { name, email, phone } = person;
  const told = {
    name,
    email,
    phone,
    property: houseOf(person),
    heard: { source: "postcard" },
    consent: { call: true },
  };
  const authorization = `Bearer ${token}`;
  return post(site, "/api/leads/calls", newCall({ ...told, reached }), { headers: { authorization, ...headers } });
}

/** The person's line, and those of the others. */
function sendFile(
  { site, session }: Site,
  url: string,
  person: Person,
  lineOf: (of: Person) => Record<string, string>,
) {
  const lines = [person, ...OTHERS].map(lineOf);
  const file = [Object.keys(lines[0] ?? {}), ...lines.map(Object.values)].map((cells) => csvLine(cells)).join("");
  return post(site, url, file, { headers: { authorization: `Bearer ${session}`, "content-type": "text/csv" } });
}

function contactLine({ name, email, phone }: Person) {
  return { Name: name, Email: email, Phone: phone, Message: "What is it worth?", Source: "postcard" };
}

function leadLine(person: Person) {
  const { street: Street, city: City, state: State, zipCode } = houseOf(person);
  const { name: Name, email: Email, phone: Phone } = person;
  return { Name, Email, Phone, Street, City, State, "ZIP code": zipCode, Source: "postcard" };
}

function bookingLine(day: string) {
  return (person: Person) => {
    const { Name, Source, ...line } = leadLine(person);
    const [first = "", last = ""] = Name.split(" ");
    return {
      ...line,
      "First name": first,
      "Last name": last,
      "Preferred contact": "Phone",
      "Property type": "Condo",
      "Current situation": "Inherited Property",
      "Timeframe to sell": "1–3 months",
      "Meeting type": "Phone call",
      "Meeting date": day,
      "Meeting time": person.time,
      "First source": Source,
    };
  };
}

/** Of the table of doors. */
function rowsOfDocument(): string[][] {
  const text = readFileSync(join(import.meta.dirname, "../../docs/integrations.md"), "utf8");
  const [, section = ""] = /^## Doors$([\s\S]*?)^## /m.exec(text) ?? [];
  return [...section.matchAll(/^\|([^-].*)\|$/gm)].map(([, cells = ""]) => cells.split("|").map((cell) => cell.trim()));
}
