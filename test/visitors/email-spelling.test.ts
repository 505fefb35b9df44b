import { domainToASCII } from "node:url";
import { expect, test } from "vitest";
import { addSignedIn, login, PASSWORD } from "../accounts.ts";
import { header, parseMime } from "../mime.ts";
import { runCommand } from "../programs/commands.ts";
import { book, bookMeeting, post, sendContactMessage, write } from "../requests.ts";
import { databaseEnvironment, startSite, startSiteWithMail, type TestSite } from "../server.ts";

const ELODIE = "Élodie@München.example";
const SPELLINGS = [
  ELODIE,
  "ÉLODIE@MÜNCHEN.EXAMPLE",
  "e\u0301lodie@mu\u0308nchen.example",
  "élodie@xn--mnchen-3ya.example",
  "éｌｏｄｉｅ@ｍünchen。example",
];
const TIMES = ["9:00 AM", "9:30 AM", "10:00 AM", "10:30 AM", "11:00 AM"];
const SLOW = { timeout: 90_000 };

test("a person is exported and erased completely, however the address was typed each time", SLOW, async () => {
  const settings = await databaseEnvironment();
  const site = await startSite({ env: { ...settings, RATE_LIMIT: "off" } });
  await addSignedIn(site);
  for (const [index, email] of SPELLINGS.entries()) {
    expect((await book(site, { email, meetingTime: TIMES[index] })).statusCode, email).toBe(201);
    expect((await write(site, { email })).statusCode, email).toBe(201);
  }
  expect((await register(site, ELODIE)).statusCode).toBe(201);
  await book(site, { email: "elodie@xn--mnchen-3ya.example", meetingTime: "2:00 PM" });

  const found = JSON.parse(await runCommand("person", settings, "export", "ÉLODIE@münchen.example"));
  expect([found.bookings.length, found.contactMessages.length, found.accounts.length]).toEqual([5, 5, 1]);
  const output = await runCommand("person", settings, "erase", "ÉLODIE@münchen.example");
  expect(output).toMatch(/^Erased: 5 bookings, 5 messages, \d+ e-mails, 1 accounts\./);
  const bookings = await site.database.read.selectFrom("bookings").select("email").execute();
  expect(bookings).toEqual([{ email: "elodie@xn--mnchen-3ya.example" }]);
});

test("a message whose address was typed in accented capitals is erased with its person", SLOW, async () => {
  const settings = await databaseEnvironment();
  const site = await startSite({ env: settings });
  await sendContactMessage(site, { email: "ÉLODIE@example.com" });
  expect(await runCommand("person", settings, "erase", "élodie@example.com")).toMatch(
    /^Erased: 0 bookings, 1 messages,/,
  );
  expect(await site.database.read.selectFrom("contact_messages").select("id").execute()).toEqual([]);
});

test("three meetings ahead are three, however the address was typed each time", async () => {
  const site = await startSite();
  const answers: number[] = [];
  for (const [index, email] of SPELLINGS.entries())
    answers.push((await book(site, { email, phone: `217-555-010${index}`, meetingTime: TIMES[index] })).statusCode);
  expect(answers).toEqual([201, 201, 201, 409, 409]);
});

test("three meetings ahead are three where all spellings come at once", async () => {
  const site = await startSite();
  const answers = await Promise.all(
    SPELLINGS.map((email, index) => book(site, { email, phone: `217-555-010${index}`, meetingTime: TIMES[index] })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 409, 409]);
});

test("one mailbox gets six acknowledgements an hour, however the address was typed each time", async () => {
  const site = await startSite();
  for (const email of [...SPELLINGS, ...SPELLINGS]) await sendContactMessage(site, { email });
  const due = await site.database.read
    .selectFrom("mails")
    .select("id")
    .where("kind", "=", "contact-acknowledgement")
    .where("state", "=", "waiting")
    .where("due_at", "<=", site.clock.now().toISOString())
    .execute();
  expect(due).toHaveLength(6);
});

test("an account is one, and is signed in to with every spelling of its address", async () => {
  const site = await startSite();
  const concurrency = await Promise.all([...SPELLINGS, ...SPELLINGS].map((email) => register(site, email)));
  expect(concurrency.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  expect(concurrency.filter(({ statusCode }) => statusCode === 409)).toHaveLength(9);
  for (const email of SPELLINGS) {
    expect((await login(site, email)).statusCode, email).toBe(200);
    expect((await register(site, email)).statusCode, email).toBe(409);
  }
  // Another letter is another person: the Turkish dotless i, a letter without its accent.
  expect((await register(site, "elodie@münchen.example")).statusCode).toBe(201);
  expect((await register(site, "élodıe@münchen.example")).statusCode).toBe(201);
});

test("an import knows a person again, however the address was typed", async () => {
  const site = await startSite();
  await sendContactMessage(site, { email: ELODIE, message: "Hello" });
  const { session } = await addSignedIn(site);
  const file = ["Name,Email,Message", ...SPELLINGS.map((email) => `Élodie,${email},Hello`)].join("\n");
  const answer = await post(site, "/api/contact/admin/import?mode=import", file, {
    headers: { authorization: `Bearer ${session.accessToken}`, "content-type": "text/csv" },
  });
  expect(answer.json().report).toMatchObject({ made: 0, problems: [] });
});

test.for([
  ["renée@münchen.example", "renée@xn--mnchen-3ya.example", "renée@münchen.example"],
  ["a@faß.example", "a@xn--fa-hia.example", "a@faß.example"],
  ["a@हिन्दी.example", "a@xn--j2bd4cyah0f.example", "a@हिन्दी.example"],
  ["a@例え。example", "a@xn--r8jz45g.example", "a@例え.example"],
  ["a@ＥＸＡＭＰＬＥ．com", "a@example.com", "a@example.com"],
  ["a@עברית.example", "a@xn--5dbqzzl.example", "a@עברית.example"],
  ["A.b+c@Example.COM", "A.b+c@Example.COM", "A.b+c@Example.COM"],
])("%s is kept and written to as %s, and shown to its owner as %s", async ([typed = "", kept = "", shown = ""]) => {
  const { site, smtp } = await startSiteWithMail();
  const { id } = await bookMeeting(site, { email: typed });
  await site.site.mail.sendDue();
  expect(await site.database.read.selectFrom("bookings").select("email").execute()).toEqual([{ email: kept }]);
  const toVisitor = smtp.mails.find(({ raw }) => header(parseMime(raw), "to").startsWith("Renée"))?.to[0] ?? "";
  // If the local part is not ASCII, SMTP allows the domain in its own letters too.
  expect(toVisitor.replace(/[^@]+$/, domainToASCII)).toBe(kept.replace(/[^@]+$/, domainToASCII));
  const { booking } = (await site.app.inject(`/api/bookings/${id}`)).json();
  expect(booking.email).toBe(shown);
  const { call } = await addSignedIn(site);
  for (const search of [kept, shown])
    expect((await call("GET", `/api/bookings/list?search=${encodeURIComponent(search)}`)).json().bookings).toHaveLength(
      1,
    );
});

test.for([
  "a@a..b",
  "a@b",
  "a@example.com.",
  `a@${"x".repeat(64)}.com`,
  `a@${`${"x".repeat(60)}.`.repeat(4)}com.example`,
  `a@${"ü".repeat(60)}.example`,
  "a@xn--a.com",
  "a@xn--.com",
  "a@127.0.0.1",
  "a@１２７.0.0.1",
  "a@0x7f.1",
  "a@example.0x1",
  "a@[::1]",
  "a@[127.0.0.1]",
  "a@x%2ecom",
  "a@x％2ecom",
  "a@x_y.com",
  "a@x／y.com",
  "a@x:25.com",
  "a@x\u200d.com",
  "a@x\u2028y.com",
  "a\u037eb@x.com",
])("%j is no address, and the form says so", async (email) => {
  const site = await startSite();
  for (const answer of [await book(site, { email }), await write(site, { email }), await register(site, email)]) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ email: "Please enter a valid email address" });
  }
});

function register(site: TestSite, email: string) {
  return post(site, "/api/auth/register", { email, password: PASSWORD });
}
