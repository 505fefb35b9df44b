import { expect, test } from "vitest";
import type { AdminLead } from "#deals/follow-up/admin.ts";
import { formatCents } from "#platform/money.ts";
import { addAccount, addSignedIn } from "#test/accounts.ts";
import { findPart, header, parseMime } from "#test/mime.ts";
import { newCall } from "#test/people.ts";
import { bookMeeting, sendContactMessage } from "#test/requests.ts";
import { databaseOf, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";
import type { TestSmtp } from "#test/smtp.ts";

type Call = Awaited<ReturnType<typeof addSignedIn>>["call"];

const ENV = { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400", PUBLIC_URL: "https://homes.example.com" };
/** Friday, after the company has opened. */
const FRIDAY = "2026-11-20T16:00:00.000Z";
/** The company opens at nine on weekdays and at ten on Saturdays, Central Time. */
const SATURDAY_OPENS = "2026-11-21T16:00:00.000Z";
const SATURDAY_CLOSES = "2026-11-21T22:00:00.000Z";
const MONDAY_OPENS = "2026-11-23T15:00:00.000Z";

async function start(now = FRIDAY) {
  const { site, smtp } = await startSiteWithMail({ now, env: ENV });
  return { site, smtp, ...(await addSignedIn(site)) };
}

async function someLead(site: TestSite, call: Call, name: string, isReached = true): Promise<AdminLead> {
  site.clock.advance(1);
  await sendContactMessage(site, { name, email: `${name.toLowerCase()}@example.com` });
  await site.database.transaction((trx) => trx.deleteFrom("mails").execute());
  const [lead] = (await call("GET", "/api/leads")).json().leads;
  if (isReached) await call("POST", `/api/leads/${lead._id}/log`, { channel: "call", outcome: "reached" });
  return lead;
}

const want = (call: Call, on = true) => call("PUT", "/api/leads/morning-mail", { on });

async function waiting({ database }: TestSite): Promise<{ record_id: string; detail: string; due_at: string }[]> {
  return database.read
    .selectFrom("mails")
    .select(["record_id", "detail", "due_at"])
    .where("kind", "=", "morning")
    .where("state", "=", "waiting")
    .execute();
}

const subjects = ({ mails }: TestSmtp) => mails.map(({ to, raw }) => [to[0], header(parseMime(raw), "subject")]);

test("an admin who wants it gets one mail when the company opens, with what is theirs and what is nobody's", async () => {
  const { site, smtp, call, user } = await start();
  const other = await addSignedIn(site, { email: "lee@example.com" });
  await addAccount(site, { email: "without@example.com" });
  const steps = [
    ["Ada", user.id, "2026-11-20"],
    ["Ben", other.user.id, "2026-11-20"],
    ["Cleo", "", "2026-11-21"],
    ["Dora", user.id, "2026-11-23"],
  ] as const;
  for (const [name, assigneeId, dueDay] of steps) {
    const { _id } = await someLead(site, call, name);
    await call("POST", `/api/leads/${_id}/next-steps`, { what: `Call ${name}`, dueDay, assigneeId });
  }
  await someLead(site, call, "Emil");
  await someLead(site, call, "Finn", false);
  expect((await want(call)).json()).toMatchObject({ message: "Morning mail switched on" });
  await want(other.call);
  // The company has opened today, so tomorrow's is the first.
  await site.site.housekeeping.tidy();
  expect(await waiting(site)).toEqual([]);
  site.clock.set("2026-11-21T06:20:00.000Z");
  await site.site.housekeeping.tidy();
  await site.site.housekeeping.tidy();
  const mails = await waiting(site);
  expect(mails.map(({ record_id }) => record_id).sort()).toEqual([user.id, other.user.id].sort());
  expect(new Set(mails.map(({ due_at }) => due_at))).toEqual(new Set([SATURDAY_OPENS]));
  site.clock.set(SATURDAY_OPENS);
  await site.site.mail.sendDue();
  expect(subjects(smtp).sort()).toEqual([
    ["dana@example.com", "Your day: 1 waiting, 3 due"],
    ["lee@example.com", "Your day: 1 waiting, 3 due"],
  ]);
  const raw = smtp.mails.find(({ to }) => to[0] === "dana@example.com")?.raw ?? "";
  const text = findPart(parseMime(raw), "text/plain")?.text ?? "";
  for (const part of [
    "Overdue since Nov 20",
    "Call Ada: Ada",
    "Call Cleo: Cleo",
    "No next step",
    "Emil (Contacted)",
    "Finn (New)",
  ])
    expect(text).toContain(part);
  expect(text).toContain("https://homes.example.com/admin");
  expect(text).not.toMatch(/Ben|Dora/);
});

test("nobody gets it unasked, and who switches it off gets none any more", async () => {
  const { site, smtp, call } = await start("2026-11-20T12:00:00.000Z");
  await someLead(site, call, "Ada");
  await site.site.housekeeping.tidy();
  expect(await waiting(site)).toEqual([]);
  expect((await call("GET", "/api/day")).json().morningMail).toBe(false);
  await want(call);
  expect((await call("GET", "/api/day")).json().morningMail).toBe(true);
  await site.site.housekeeping.tidy();
  expect(await waiting(site)).toHaveLength(1);
  await want(call, false);
  site.clock.set(FRIDAY);
  await site.site.mail.sendDue();
  expect(smtp.mails).toEqual([]);
});

test("an address that another admin has changed gets none before it is confirmed", async () => {
  const { site, smtp, call, user } = await start("2026-11-20T12:00:00.000Z");
  await someLead(site, call, "Ada");
  await want(call);
  await site.site.housekeeping.tidy();
  const lee = await addSignedIn(site, { email: "lee@example.com" });
  await lee.call("PUT", `/api/users/${user.id}`, { email: "another@example.com" });
  site.clock.set(FRIDAY);
  await site.site.mail.sendDue();
  expect(subjects(smtp).filter(([, subject]) => subject?.startsWith("Your day"))).toEqual([]);
});

test("a day without anything to do has no mail, also not later that day", async () => {
  const { site, smtp, call } = await start("2026-11-20T12:00:00.000Z");
  await want(call);
  await site.site.housekeeping.tidy();
  site.clock.set(FRIDAY);
  await site.site.mail.sendDue();
  await someLead(site, call, "Ada");
  await site.site.housekeeping.tidy();
  expect(await waiting(site)).toEqual([]);
  expect(smtp.mails).toEqual([]);
});

test("there is none on a closed day, nor after closing; the next open day has its own", async () => {
  const { site, call } = await start();
  await someLead(site, call, "Ada");
  await want(call);
  site.clock.set(SATURDAY_CLOSES);
  await site.site.housekeeping.tidy();
  site.clock.set("2026-11-22T18:00:00.000Z");
  await site.site.housekeeping.tidy();
  expect(await waiting(site)).toEqual([]);
  site.clock.set("2026-11-23T06:05:00.000Z");
  await site.site.housekeeping.tidy();
  expect(await waiting(site)).toMatchObject([{ detail: "2026-11-23", due_at: MONDAY_OPENS }]);
});

test.each([
  ["forward", "2027-03-15T05:10:00.000Z", "2027-03-15T14:00:00.000Z"],
  ["back", "2027-11-08T06:10:00.000Z", "2027-11-08T15:00:00.000Z"],
])("after the clocks went %s it still goes out when the company opens", async (_way, midnight, opens) => {
  const { site, call } = await start(midnight);
  await want(call);
  await site.site.housekeeping.tidy();
  expect(await waiting(site)).toMatchObject([{ due_at: opens }]);
});

test("a mail that could not leave on its day is not sent on another", async () => {
  const { site, smtp, call } = await start("2026-11-20T12:00:00.000Z");
  await someLead(site, call, "Ada");
  await want(call);
  await site.site.housekeeping.tidy();
  site.clock.set("2026-11-21T13:00:00.000Z");
  await site.site.mail.sendDue();
  expect(smtp.mails).toEqual([]);
});

test("who may not sign in as an admin any more gets none, and their steps are everybody's", async () => {
  const { site, smtp, call, user } = await start("2026-11-20T12:00:00.000Z");
  const retired = await addSignedIn(site, { email: "retired@example.com" });
  const { _id } = await someLead(site, call, "Ada");
  const step = { what: "Call Ada", dueDay: "2026-11-20", assigneeId: retired.user.id };
  await call("POST", `/api/leads/${_id}/next-steps`, step);
  await want(call);
  await want(retired.call);
  await site.site.housekeeping.tidy();
  await call("PATCH", `/api/users/${retired.user.id}/toggle-active`);
  site.clock.set(FRIDAY);
  await site.site.mail.sendDue();
  expect(subjects(smtp)).toEqual([[user.email, "Your day: 1 due"]]);
  await call("DELETE", `/api/users/${retired.user.id}`);
  site.clock.set("2026-11-21T06:10:00.000Z");
  await site.site.housekeeping.tidy();
  expect(await waiting(site)).toMatchObject([{ record_id: user.id }]);
});

test("two processes with a worker each send one mail to each", async () => {
  const { site, smtp, call } = await start("2026-11-20T12:00:00.000Z");
  const second = await startSite({
    now: "2026-11-20T12:00:00.000Z",
    env: { ...ENV, ...databaseOf(site), SMTP_URL: smtp.url },
  });
  await someLead(site, call, "Ada");
  const accounts = ["a", "b", "c", "d", "e"].map((name) => `${name}@example.com`);
  for (const email of accounts) await want((await addSignedIn(site, { email })).call);
  const tidies = [site, second, site, second].map((one) => one.site.housekeeping.tidy());
  await Promise.all(tidies);
  expect(await waiting(site)).toHaveLength(5);
  for (const one of [site, second]) one.clock.set(FRIDAY);
  await Promise.all([site, second].map((one) => one.site.mail.sendDue()));
  await Promise.all([site, second].map((one) => one.site.housekeeping.tidy()));
  await Promise.all([site, second].map((one) => one.site.mail.sendDue()));
  expect(
    subjects(smtp)
      .map(([to]) => to)
      .sort(),
  ).toEqual(accounts);
});

test("with the first morning mail of a week comes the week before: leads, answers, meetings, offers, contracts and their cost", async () => {
  const { site, smtp, call } = await start();
  await want(call);
  const lead = async (name: string, minutes: number) => {
    const { _id } = await someLead(site, call, name, false);
    site.clock.advance(minutes * 60);
    await call("POST", `/api/leads/${_id}/log`, { channel: "call", outcome: "reached" });
    return _id as string;
  };
  const [ada = "", ben = ""] = [await lead("Ada", 4), await lead("Ben", 20)];
  await someLead(site, call, "Cleo", false);
  await call("POST", "/api/leads/calls", newCall({ name: "Dora", heard: { source: "radio" }, reached: false }));
  await call("PATCH", `/api/leads/${ada}/stage`, { stage: "Under contract" });
  await call("PATCH", `/api/leads/${ben}/stage`, { stage: "Met" });
  const spend = { source: "radio", campaign: "", month: "2026-11", cents: 60_000 };
  await call("POST", "/api/campaigns/spend", { entries: [spend] });
  const tidyAt = async (instant: string) => {
    site.clock.set(instant);
    await site.site.housekeeping.tidy();
    await site.site.mail.sendDue();
  };
  const weeks = () => smtp.mails.filter(({ raw }) => header(parseMime(raw), "subject").startsWith("Your week"));
  await tidyAt(SATURDAY_OPENS);
  expect(weeks()).toEqual([]);
  await tidyAt("2026-11-23T07:00:00.000Z");
  await tidyAt(MONDAY_OPENS);
  await tidyAt("2026-11-24T16:00:00.000Z");
  const [mail, ...more] = weeks();
  expect(more).toEqual([]);
  expect(header(parseMime(mail?.raw ?? ""), "subject")).toBe("Your week: 4 leads, 1 meeting, 1 contract");
  const { text = "" } = findPart(parseMime(mail?.raw ?? ""), "text/plain") ?? {};
  // Seven of the 23 days of November so far: all is spent up to today.
  const spent = Math.round((60_000 * 7) / 23);
  for (const part of [
    "Nov 16 to Nov 22, 2026",
    `Leads: 4, ${formatCents(spent)} each of 1`,
    "25% within five minutes (1 of 4), 2 reached after 12 min (median; 12 min of business hours)",
    `Contracts: 1, ${formatCents(spent)} each`,
    "No-shows: 0",
  ])
    expect(text).toContain(part);
});

test("a week whose Monday nobody was there to send on still has its page, once", async () => {
  const { site, smtp, call } = await start();
  await want(call);
  for (const instant of ["2026-11-24T07:00:00.000Z", "2026-11-24T16:00:00.000Z", "2026-11-25T16:00:00.000Z"]) {
    site.clock.set(instant);
    await site.site.housekeeping.tidy();
    await site.site.mail.sendDue();
  }
  expect(subjects(smtp).filter(([, subject]) => subject?.startsWith("Your week"))).toHaveLength(1);
});

test("a meeting today is in everybody's mail, also if its lead has a step of another admin's", async () => {
  const { site, smtp, call, user } = await start("2026-11-20T12:00:00.000Z");
  const other = await addSignedIn(site, { email: "other@example.com" });
  const { id } = await bookMeeting(site, {
    email: "ada@example.com",
    meetingDate: "2026-11-20",
    meetingTime: "2:00 PM",
  });
  const { leadId } = (await call("GET", `/api/bookings/${id}/details`)).json().booking;
  await call("POST", `/api/leads/${leadId}/log`, { channel: "call", outcome: "reached" });
  const step = { what: "Bring the papers", dueDay: "2026-11-20", assigneeId: other.user.id };
  expect((await call("POST", `/api/leads/${leadId}/next-steps`, step)).statusCode).toBe(201);
  await want(call);
  await want(other.call);
  await site.database.transaction((trx) => trx.deleteFrom("mails").where("kind", "<>", "morning").execute());
  await site.site.housekeeping.tidy();
  site.clock.set(FRIDAY);
  await site.site.mail.sendDue();
  const days = subjects(smtp).filter(([, subject]) => subject?.startsWith("Your day"));
  expect(days.sort()).toEqual(
    [
      [other.user.email, "Your day: 1 due"],
      [user.email, "Your day: 1 to meet"],
    ].sort(),
  );
});
