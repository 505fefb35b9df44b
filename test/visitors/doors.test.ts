// The table of doors in docs/integrations.md is what each of them starts. A further door is a row there and an entry of DOORS.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PERMISSION_WORDS } from "#company/facts/shipped-texts.ts";
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

const DOORS: Record<string, Door> = {
  booking: ({ site }, person, headers) => {
    const [firstName, lastName] = person.name.split(" ");
    const { email, phone, time: meetingTime } = person;
    const changes = { firstName, lastName, email, phone, meetingTime, propertyAddress: houseOf(person), source: VISIT };
    return book(site, changes, { headers });
  },
  message: ({ site }, { name, email, phone }, headers) =>
    write(site, { name, email, phone, source: VISIT, notice: { version: PERMISSION_WORDS.version } }, { headers }),
  "call by staff": (site, person, headers) => enterCall(site, site.session, person, { reached: false }, headers),
  "call by staff, reached": (site, person, headers) =>
    enterCall(site, site.session, person, { reached: true }, headers),
  "call by a key": (site, person, headers) => enterCall(site, site.key, person, { reached: false }, headers),
  "file of bookings": (site, person) => sendFile(site, "/api/bookings/import", person, bookingLine),
  "file of contacts": (site, person) => sendFile(site, "/api/contact/admin/import", person, contactLine),
  "file of leads": (site, person) => sendFile(site, "/api/leads/import", person, leadLine),
  "new bookings": (site, person) => sendFile(site, "/api/bookings/import", person, bookingLine, "&new=true"),
  "new contacts": (site, person) => sendFile(site, "/api/contact/admin/import", person, contactLine, "&new=true"),
  "new leads": (site, person) => sendFile(site, "/api/leads/import", person, leadLine, "&new=true"),
  "question to an offer": ({ site, offer }, _person, headers) =>
    answerOffer(site, offer.token, { answer: "question", text: "When do you need the key?" }, headers),
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
const VISIT = { first: { utmSource: "postcard" }, last: { utmSource: "postcard" } };
const TILL_OVERDUE_SECONDS = 6 * 60;
const [COLUMNS = [], ...ROWS] = rowsOf("Doors");

test("the table of the documents has every door that is walked", () => {
  expect(ROWS.map(([door]) => door)).toEqual(Object.keys(DOORS));
});

test.each(ROWS)("at the door “%s” starts what the table says", async (door = "", ...cells) => {
  const started = await walk(DOORS[door] as Door);
  const said = COLUMNS.slice(1).map((column, index) => [column, cells[index]]);
  expect(started).toEqual(Object.fromEntries(said));
});

async function walk(enter: Door): Promise<Record<string, string>> {
  const site = await start();
  const before = await site.records();
  const answer = await enter(site, ADA, { "idempotency-key": "one" });
  expect(answer.statusCode, JSON.stringify(answer)).toBeLessThan(300);
  const after = await site.records();
  const waiting = await site.waiting();
  const sources = await site.sources();
  const mails = [await site.mailToStaff()];
  site.site.clock.advance(TILL_OVERDUE_SECONDS);
  mails.push(await site.mailToStaff());
  return {
    "person and lead": await joinOf(site, enter, waiting),
    ledger: listOf(after.ledger.slice(before.ledger.length)),
    waits: waiting.length > 0 ? "yes" : "no",
    "staff told": listOf(mails.flatMap((count, index) => (count === 0 ? [] : `${count} ${WHEN[index]}`))),
    webhook: listOf(await site.webhooks()),
    source: sources.includes("postcard") ? "counted" : "no",
    "sent again": await againOf(site, enter),
    audit: listOf(after.history.slice(before.history.length)),
  };
}

const WHEN = ["at once", "if overdue"];

function listOf(words: readonly string[]): string {
  return [...new Set(words)].sort().join(", ") || "no";
}

/** Kim comes by the same door: a lead that is open takes it in. */
async function joinOf(site: Site, enter: Door, waiting: readonly string[]): Promise<string> {
  const leadsOf = async ({ email }: Person) => {
    const { people } = (await site.call("GET", `/api/people/search?search=${email}`)).json();
    return people.length === 0 ? [] : (await site.call("GET", `/api/people/${people[0]._id}`)).json().leads;
  };
  const [lead] = await leadsOf(ADA);
  if (!lead) return waiting.join() === site.offer.leadId ? "the offer’s" : "no";
  await enter(site, KIM, { "idempotency-key": "of-kim" });
  const isJoined = (await leadsOf(KIM)).map(({ inquiries }: { inquiries: number }) => inquiries).join() === "2";
  return isJoined ? `joined, ${lead.isOpen ? "open" : "past"}` : "no";
}

/** The same request changes nothing. With another key it is another one, but lines of a file are known by what they say. */
async function againOf(site: Site, enter: Door): Promise<string> {
  const { entered } = await site.records();
  await enter(site, ADA, { "idempotency-key": "one" });
  if ((await site.records()).entered !== entered) return "no";
  const { statusCode } = await enter(site, ADA, { "idempotency-key": "another" });
  const isAnother = statusCode >= 400 || (await site.records()).entered !== entered;
  return isAnother ? "once by key" : "once by content";
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
  const key = (await call("POST", "/api/keys", { name: "CRM", scope: "write-leads", endsOn: "2026-12-31" })).json();
  await sentMails(party);
  const { read } = site.database;
  return {
    site,
    call,
    session: session.accessToken,
    key: key.token as string,
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

function houseOf({ house }: Person) {
  return { street: `${house} Elm Street`, city: "Springfield", state: "IL", zipCode: "62704" };
}

function enterCall({ site }: Site, token: string, person: Person, changes: object, headers: Record<string, string>) {
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
  return post(site, "/api/leads/calls", newCall({ ...told, ...changes }), { headers: { authorization, ...headers } });
}

/** The person's line, and those of the others. */
function sendFile(
  { site, session }: Site,
  path: string,
  person: Person,
  lineOf: (person: Person) => Record<string, string>,
  more = "",
) {
  const lines = [person, ...OTHERS].map(lineOf);
  const file = [Object.keys(lines[0] ?? {}), ...lines.map(Object.values)].map((cells) => csvLine(cells)).join("");
  const headers = { authorization: `Bearer ${session}`, "content-type": "text/csv" };
  return post(site, `${path}?mode=import${more}`, file, { headers });
}

function contactLine({ name, email, phone }: Person) {
  return { Name: name, Email: email, Phone: phone, Message: "What is it worth?", Source: "postcard" };
}

function leadLine(person: Person) {
  const { street: Street, city: City, state: State, zipCode } = houseOf(person);
  const { name: Name, email: Email, phone: Phone } = person;
  return { Name, Email, Phone, Street, City, State, "ZIP code": zipCode, Source: "postcard" };
}

function bookingLine(person: Person) {
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
    "Meeting date": "2026-11-25",
    "Meeting time": person.time,
    "First source": Source,
  };
}

/** Of the table in this section. */
function rowsOf(section: string): string[][] {
  const text = readFileSync(join(import.meta.dirname, "../../docs/integrations.md"), "utf8");
  const [, table = ""] = text.split(new RegExp(`^## ${section}$`, "m"));
  const [own = ""] = table.split(/^## /m);
  const lines = [...own.matchAll(/^\| (.+) \|$/gm)].map(([, cells = ""]) => cells.split(" | "));
  return lines;
}
