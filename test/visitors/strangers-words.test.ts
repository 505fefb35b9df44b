// Our mail goes to any address that a stranger types. It must not carry the stranger's other input.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { MAIL_KINDS } from "#delivery/mail/mail.ts";
import { addSignedIn, PASSWORD, setBookingStatus } from "../accounts.ts";
import { leavesOf, parseMime } from "../mime.ts";
import { book, bookMeeting, post, sendContactMessage, write } from "../requests.ts";
import { partyOf } from "../second-factor/accounts.ts";
import { Authenticator } from "../second-factor/authenticator.ts";
import { sentOffer } from "../sent-offers.ts";
import { startSite, startSiteWithMail, type TestSite } from "../server.ts";

const REFUSED = "Please leave out web and email addresses, and put a space after any dot";

const ADDRESSES = [
  "Claim $500 at http://evil.example",
  "javascript://evil",
  "HXXPS://evil",
  "http : //evil",
  "hxxp:evil",
  "ｈｔｔｐ：／／evil",
  "www.evil",
  "WWW.evil.example",
  "ｗｗｗ．evil",
  "evil.com",
  "Evil.Com,",
  "see evil.COM!",
  "(evil.net)",
  "evil.org.",
  "evil.info;ok",
  "evil.com-offer",
  "evil.co.uk",
  "evil.com.au",
  "my-prize.xyz",
  "prize.ru",
  "prize.live",
  "prize.sbs",
  "prize.page",
  "evil.example:8080",
  "evil.example?x=1",
  "evil。com",
  "evil．com",
  "evil｡com",
  "evil․com",
  "evil\u200b.com",
  "evil.c\u200bom",
  "evil.co\u00adm",
  "ｅｖｉｌ.ｃｏｍ",
  "evil .com",
  "evil[.]com",
  "evil(dot)com",
  "xn--80ak6aa92e.xn--p1ai",
  "пример.рф",
  "bit.ly/abc",
  "evil.example/x",
  "evil.example:8080/x",
  "192.0.2.1",
  "192.0.2.1/x",
  "mail me@evil.example",
  "me＠evil.example",
];

const NAMES = [
  "O'Neill",
  "Mary-Jane",
  "Núñez",
  "李雷",
  "Jr.",
  "J.R.",
  "St.Louis",
  "N.W.Main",
  "P.O.Box 12",
  "Apt #4",
  "1/2",
  "c/o",
  "St.Cloud",
  "K.Dev",
  "N.Live Oak",
  "S.US Highway 31",
  "No.5/2",
  "Mr./Mrs. Smith",
  "Dr.Me",
  "12½ Main St.",
  "Awww.",
  "Bob @ the corner",
  "Smith, c/o Ann Co. Ltd.",
  "Ph.D.",
  "Unit 3.5",
];

const FIELDS = ["firstName", "lastName", "propertyAddress.street", "propertyAddress.city"];

test("an address in a name or an address line is refused at its field, and nothing is stored or mailed", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  for (const text of ADDRESSES) {
    const booked = await bookAs(site, text);
    expect(booked.statusCode, text).toBe(400);
    expect(booked.json().fields, text).toEqual(Object.fromEntries(FIELDS.map((field) => [field, REFUSED])));
    const written = await write(site, { name: text });
    expect(written.json().fields, text).toEqual({ name: REFUSED });
  }
  expect(await site.database.read.selectFrom("mails").select("id").execute()).toEqual([]);
  expect(await site.database.read.selectFrom("bookings").select("id").execute()).toEqual([]);
});

test.for(NAMES)("%s is a name, a street and a city", async (text) => {
  const site = await startSite();
  expect((await bookAs(site, text)).json()).toMatchObject({ success: true });
  expect((await write(site, { name: text })).json()).toMatchObject({ success: true });
});

test("the longest names and streets are accepted", async () => {
  const site = await startSite();
  const propertyAddress = { street: "s".repeat(200), city: "c".repeat(100), state: "IL", zipCode: "62701" };
  await bookMeeting(site, { firstName: "f".repeat(100), lastName: "l".repeat(100), propertyAddress });
});

test("imports are accepted unchanged", async () => {
  const site = await startSite();
  const { session } = await addSignedIn(site);
  const send = (url: string, file: string) =>
    post(site, `${url}?mode=import`, file, {
      headers: { authorization: `Bearer ${session.accessToken}`, "content-type": "text/csv" },
    });
  const bookings = await send(
    "/api/bookings/import",
    `First name,Last name,Email,Phone,Preferred contact,Street,City,State,ZIP code,Property type,Current situation,Timeframe to sell,Meeting type,Meeting date,Meeting time
evil.com,http://evil,ada@example.com,217-555-0142,Phone,www.evil,evil.net,IL,62701,Condo,Divorce,Just exploring,Phone call,2026-11-25,10:00 AM`,
  );
  expect(bookings.json().report).toMatchObject({ made: 1, problems: [] });
  const messages = await send("/api/contact/admin/import", "Name,Email,Message\nevil.com,ada@example.com,Hello");
  expect(messages.json().report).toMatchObject({ made: 1, problems: [] });
});

test("no mail, invitation or calendar file for a visitor contains free text, or a field with an address", async () => {
  const env = { RATE_LIMIT: "off", STAFF_EMAIL: "staff@porchlight.example" };
  const { site, smtp } = await startSiteWithMail({ env });
  const { id, token } = await bookMeeting(site, { additionalInfo: "freetext1 evil" });
  await sendContactMessage(site, { message: "freetext2" });
  const request = { email: "renee@example.com", kind: "deletion", words: "freetext4 evil" };
  expect((await post(site, "/api/privacy/requests", request)).statusCode).toBe(201);
  // Stored before the forms refused it.
  await site.database.transaction(async (trx) => {
    await sql`update inquiries set name = 'Claim evil1.com', last_name = 'http://evil2', street = 'www.evil3',
      city = 'evil4.net/x', notes = 'evil5' where kind = 'booking'`.execute(trx);
    await sql`update inquiries set name = 'Prize at evil6.org', notes = 'evil7' where kind = 'contact'`.execute(trx);
    await sql`update people set name = 'Claim evil1.com http://evil2'`.execute(trx);
    await sql`update leads set street = 'www.evil3', city = 'evil4.net/x' where street is not null`.execute(trx);
  });
  const { lead_id } = await site.database.read.selectFrom("bookings").select("lead_id").executeTakeFirstOrThrow();
  await sentOffer(await addSignedIn(site, { email: "offers@example.com" }), lead_id as string);
  const invites: string[] = [];
  const readInvite = async () => invites.push((await site.app.inject(`/api/bookings/${id}/invite.ics`)).body);
  await site.site.mail.sendDue();
  await readInvite();
  await setBookingStatus(site, id, {
    status: "Rescheduled",
    meetingDate: "2026-11-30",
    meetingTime: "10:00 AM",
  });
  await site.site.mail.sendDue();
  const { call } = await addSignedIn(site, { email: "host@example.com" });
  await site.database.transaction((trx) => sql`update inquiries set topic = 'virtual'`.execute(trx));
  await call("PATCH", `/api/bookings/${id}/whereabouts`, { place: "https://video.example/dana", hostId: "" });
  await site.site.mail.sendDue();
  site.clock.set("2026-11-29T17:00:00.000Z");
  await site.site.mail.sendDue();
  const cancellation = { token, sequence: 2, reason: "freetext3 evil" };
  await post(site, "/api/manage-meeting/cancel", cancellation);
  await site.site.mail.sendDue();
  await readInvite();

  const kinds = Object.entries(MAIL_KINDS).filter(([, { audience }]) => audience === "visitor");
  const sent = await site.database.read.selectFrom("mails").select(["kind"]).where("state", "=", "sent").execute();
  for (const [kind] of kinds) expect(sent.map((mail) => mail.kind)).toContain(kind);
  const staff = ["staff@porchlight.example", "offers@example.com", "dana@example.com", "host@example.com"];
  const toVisitors = smtp.mails.filter(({ to }) => !staff.includes(to[0] ?? ""));
  expect(toVisitors).toHaveLength(kinds.length);
  for (const text of [...toVisitors.map(({ raw }) => readable(raw)), ...invites.map(unfolded)])
    expect(text).not.toMatch(/evil|freetext/i);
  // The state and the ZIP code, which are chosen and validated.
  expect(toVisitors.filter(({ raw }) => readable(raw).includes("IL 02134"))).toHaveLength(6);
  const toStaff = smtp.mails.filter(({ to }) => to[0] === "staff@porchlight.example").map(({ raw }) => readable(raw));
  for (const text of [
    "evil1.com",
    "http://evil2",
    "www.evil3",
    "evil4.net/x",
    "evil6.org",
    "freetext1",
    "freetext2",
    "freetext3",
  ])
    expect(
      toStaff.some((mail) => mail.includes(text)),
      text,
    ).toBe(true);
});

test("no mail about an account repeats what a browser says of itself, or what the account has named", async () => {
  const { site, smtp } = await startSiteWithMail();
  const dana = await addSignedIn(site);
  const credentials = { email: dana.user.email, password: PASSWORD };
  for (const description of ["Click https://evil.example today", "evil/1.0 (Windows NT 10.0)", "evil"]) {
    site.clock.advance(1);
    await post(site, "/api/auth/login", credentials, { headers: { "user-agent": description } });
  }
  const name = "Click https://evil.example today";
  const authenticator = new Authenticator();
  const { challenge, passkey: options } = (await dana.call("POST", "/api/account/passkeys/options")).json();
  const passkey = authenticator.register(partyOf(site), options);
  expect((await dana.call("POST", "/api/account/passkeys", { challenge, passkey, name })).statusCode).toBe(201);
  const { passkeys } = (await dana.call("GET", "/api/account/factors")).json();
  expect((await dana.call("DELETE", `/api/account/passkeys/${passkeys[0]._id}`)).statusCode).toBe(200);
  await site.site.mail.sendDue();
  expect(smtp.mails).toHaveLength(5);
  for (const { raw } of smtp.mails) expect(readable(raw)).not.toMatch(/evil|Click/i);
  expect(smtp.mails.filter(({ raw }) => readable(raw).includes("An unknown browser"))).toHaveLength(3);
});

function readable(raw: string): string {
  const message = parseMime(raw);
  const parts = leavesOf(message).map(({ headers, text }) => `${JSON.stringify(headers)}\n${unfolded(text)}`);
  return [JSON.stringify(message.headers), ...parts].join("\n");
}

function unfolded(calendar: string): string {
  return calendar.replace(/\r\n[ \t]/g, "");
}

function bookAs(site: TestSite, text: string) {
  const propertyAddress = { street: text, city: text, state: "IL", zipCode: "62701" };
  return book(site, { firstName: text, lastName: text, propertyAddress });
}
