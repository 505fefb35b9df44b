import { expect, test } from "vitest";
import { MIGRATIONS } from "#app/tables.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { siteLeadRules } from "#people/leads/inquiry.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { migrateTo, readMigrations } from "#platform/server/database/migrate.ts";
import { addSignedIn } from "#test/accounts.ts";
import { FIRST_RELEASE } from "#test/database/database-of-version.ts";
import { findPart, header, parseMime } from "#test/mime.ts";
import type { BookingChanges } from "#test/people.ts";
import { bookMeeting, sendContactMessage } from "#test/requests.ts";
import {
  databaseOf,
  emptyDatabaseEnvironment,
  FRIDAY_MORNING,
  startSite,
  startSiteWithMail,
  type TestSite,
} from "#test/server.ts";
import type { TestSmtp } from "#test/smtp.ts";
import { enqueueOverdueNotice } from "./first-contact.ts";

const MINUTE = 60;
/** Five business minutes after the site's Friday morning. */
const DUE = "2026-11-20T15:05:00.000Z";
const STAFF = "hello@porchlight.example";
const THANKSGIVING = { from: "2026-11-26", to: "2026-11-26" };
const LATER = { meetingDate: "2026-12-02" };

const ENV = { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400", PUBLIC_URL: "https://homes.example.com" };

const start = (now?: string) => startSiteWithMail({ ...(now && { now }), env: ENV });

type Call = Awaited<ReturnType<typeof addSignedIn>>["call"];

const KINDS = {
  booking: {
    send: async (site: TestSite, changes: BookingChanges = {}) => (await bookMeeting(site, changes)).id,
    path: (id: string) => `/api/bookings/${id}`,
    details: (id: string) => `/api/bookings/${id}/details`,
    subject: "Still waiting for a call: Renée O'Brien-Núñez, Wed, Nov 25 at 10:00 AM CT",
    link: /https:\/\/homes\.example\.com\/admin\/bookings\?booking=/,
    closed: "Completed",
    open: "Scheduled",
  },
  contact: {
    send: async (site: TestSite) => {
      await sendContactMessage(site);
      return (await site.database.read.selectFrom("contact_messages").select("id").executeTakeFirstOrThrow()).id;
    },
    path: (id: string) => `/api/contact/admin/submissions/${id}`,
    details: (id: string) => `/api/contact/admin/submissions/${id}`,
    subject: "Still waiting for an answer: Tomás Ahlgren, Cash Offer",
    link: /https:\/\/homes\.example\.com\/admin\/contacts\?contact=/,
    closed: "Resolved",
    open: "New",
  },
} as const;

for (const [key, kind] of Object.entries(KINDS)) {
  const read = async (call: Call, id: string) => (await call("GET", kind.details(id))).json()[key];
  const mark = (call: Call, id: string, change: object) => call("PATCH", `${kind.path(id)}/first-contact`, change);

  test(`a ${key} waits from its arrival on; the first contact is marked with its time and by whom`, async () => {
    const { site } = await start();
    const { call, user } = await addSignedIn(site);
    const id = await kind.send(site);
    expect(await read(call, id)).toMatchObject({ waitingSince: FRIDAY_MORNING, version: 1 });
    site.clock.advance(35 * MINUTE);
    const answer = await mark(call, id, { contacted: true, version: 1 });
    const firstContact = { at: "2026-11-20T15:35:00.000Z", by: user.id, minutes: 35 };
    expect(answer.json()).toMatchObject({ message: "First contact marked", [key]: { firstContact, version: 2 } });

    site.clock.advance(35 * MINUTE);
    expect((await mark(call, id, { contacted: true })).json()[key]).toMatchObject({ firstContact, version: 2 });
    const undone = (await mark(call, id, { contacted: false, version: 2 })).json();
    expect(undone).toMatchObject({ message: "First contact mark removed", [key]: { version: 3 } });
    expect(undone[key].firstContact).toBeUndefined();
    const { history } = (await call("GET", `${kind.path(id)}/history`)).json();
    expect(history.slice(0, 2)).toMatchObject([
      { action: "uncontacted", actor: user.email },
      { action: "contacted", actor: user.email, to: "35 min" },
    ]);
  });

  test(`of two admins who mark a ${key}, the second gets a conflict; nonsense and unknown ids are refused`, async () => {
    const { site } = await start();
    const { call } = await addSignedIn(site);
    const id = await kind.send(site);
    expect((await mark(call, id, { contacted: true, version: 1 })).statusCode).toBe(200);
    const late = await mark(call, id, { contacted: false, version: 1 });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: "changed_meanwhile", [key]: { version: 2 } });
    expect((await mark(call, id, {})).statusCode).toBe(400);
    expect((await mark(call, "0123456789abcdefghjkmnpqrs", { contacted: true })).statusCode).toBe(404);
  });

  test(`a ${key} that arrives on Saturday night begins to wait on Monday at nine`, async () => {
    const { site } = await start("2026-11-22T03:00:00.000Z");
    const id = await kind.send(site);
    site.clock.set("2026-11-23T15:10:00.000Z");
    const { call } = await addSignedIn(site);
    expect((await mark(call, id, { contacted: true })).json()[key].firstContact.minutes).toBe(10);
  });

  test(`staff are reminded of a ${key} that nobody contacts, once, when it is overdue`, async () => {
    const { site, smtp } = await start();
    const id = await kind.send(site);
    site.clock.set("2026-11-20T15:04:59.000Z");
    await site.site.mail.sendDue();
    expect(reminders(smtp)).toEqual([]);
    site.clock.set(DUE);
    await site.site.mail.sendDue();
    site.clock.advance(3 * 24 * 60 * MINUTE);
    await site.site.mail.sendDue();
    const [mail, ...more] = reminders(smtp);
    if (!mail) throw new Error("No reminder.");
    expect(more).toEqual([]);
    expect(mail.to).toEqual([STAFF]);
    const message = parseMime(mail.raw);
    expect(header(message, "subject")).toBe(kind.subject);
    expect(findPart(message, "text/plain").text).toContain("5 min of business hours ago");
    expect(findPart(message, "text/html").text).toMatch(kind.link);

    // Marking and unmarking does not send it again.
    const { call } = await addSignedIn(site);
    for (const contacted of [true, false]) await mark(call, id, { contacted });
    await site.site.mail.sendDue();
    expect(reminders(smtp)).toHaveLength(1);
  });

  test(`a ${key} that is contacted in time has no reminder; removing the mark schedules it again`, async () => {
    const { site, smtp } = await start();
    const { call } = await addSignedIn(site);
    const id = await kind.send(site);
    await mark(call, id, { contacted: true });
    site.clock.set(DUE);
    await site.site.mail.sendDue();
    expect(reminders(smtp)).toEqual([]);
    const later = await addSignedIn(site, { email: "later@example.com" });
    await mark(later.call, id, { contacted: false });
    await site.site.mail.sendDue();
    expect(reminders(smtp)).toHaveLength(1);
  });

  test(`a ${key} that becomes ${kind.closed} has had its first contact, and keeps the mark when it is opened again`, async () => {
    const { site, smtp } = await start();
    const { call, user } = await addSignedIn(site);
    const id = await kind.send(site);
    site.clock.advance(10 * MINUTE);
    const status = (to: string) => call("PATCH", `${kind.path(id)}/status`, { status: to });
    const firstContact = { at: "2026-11-20T15:10:00.000Z", by: user.id, minutes: 10 };
    expect((await status(kind.closed)).json()[key].firstContact).toEqual(firstContact);
    expect((await status(kind.open)).json()[key].firstContact).toEqual(firstContact);
    const { history } = (await call("GET", `${kind.path(id)}/history`)).json();
    expect(history.filter(({ action }: { action: string }) => action === "contacted")).toHaveLength(1);
    site.clock.set(DUE);
    await site.site.mail.sendDue();
    expect(reminders(smtp)).toEqual([]);
  });

  test(`a ${key} of an erased person has no reminder`, async () => {
    const { site, smtp } = await start();
    const id = await kind.send(site);
    await site.database.transaction(async (trx) => {
      await trx.deleteFrom("inquiries").where("id", "=", id).execute();
    });
    site.clock.set(DUE);
    await site.site.mail.sendDue();
    expect(reminders(smtp)).toEqual([]);
  });
}

test("a completed meeting counts from its beginning, however late it is marked", async () => {
  const { site } = await start();
  const id = await KINDS.booking.send(site);
  site.clock.set("2026-12-01T15:00:00.000Z");
  const { call } = await addSignedIn(site);
  const { booking } = (await call("PATCH", `/api/bookings/${id}/status`, { status: "Completed" })).json();
  expect(booking.firstContact.at).toBe("2026-11-25T16:00:00.000Z");
});

test("a cancelled booking has no reminder until it is reopened; moving it is no first contact", async () => {
  const { site, smtp } = await start();
  const { call } = await addSignedIn(site);
  const id = await KINDS.booking.send(site);
  const status = (to: string) => call("PATCH", `/api/bookings/${id}/status`, { status: to });
  await status("Cancelled");
  site.clock.set(DUE);
  await site.site.mail.sendDue();
  expect(reminders(smtp)).toEqual([]);
  const later = await addSignedIn(site, { email: "later@example.com" });
  const { booking } = (await later.call("PATCH", `/api/bookings/${id}/status`, { status: "Rescheduled" })).json();
  expect(booking.firstContact).toBeUndefined();
  await site.site.mail.sendDue();
  expect(reminders(smtp)).toHaveLength(1);
});

test("opening a message is no first contact", async () => {
  const { site } = await start();
  const { call } = await addSignedIn(site);
  const id = await KINDS.contact.send(site);
  const { contact } = (await call("PATCH", `/api/contact/admin/submissions/${id}/read`)).json();
  expect(contact).toMatchObject({ status: "In Progress", waitingSince: FRIDAY_MORNING });
  expect(contact.firstContact).toBeUndefined();
});

test("after fifteen minutes the account that is named hears of it, or the oldest admin, and nobody of who was reached", async () => {
  const { site, smtp } = await start();
  const { call, user } = await addSignedIn(site);
  site.clock.advance(1);
  const { user: second } = await addSignedIn(site, { email: "eli@example.com" });
  const last = () =>
    smtp.mails.filter(({ raw }) => header(parseMime(raw), "subject").startsWith("Last reminder")).map(({ to }) => to);
  const sendAndWait = async (minutes: number) => {
    await KINDS.contact.send(site);
    site.clock.advance(minutes * MINUTE);
    await site.site.mail.sendDue();
  };
  await sendAndWait(14);
  expect([reminders(smtp).length, last()]).toEqual([1, []]);
  site.clock.advance(MINUTE);
  await site.site.mail.sendDue();
  expect(last()).toEqual([[user.email]]);

  const name = async (ownerId: string) =>
    expect((await call("PUT", "/api/roster", { shifts: [], ownerId })).statusCode).toBe(200);
  await name(second.id);
  await sendAndWait(16);
  expect(last()).toEqual([[user.email], [second.email]]);
  // Who may not sign in any more gets none.
  await call("PUT", `/api/users/${second.id}`, { isActive: false });
  await sendAndWait(16);
  expect(last().at(-1)).toEqual([user.email]);

  const id = await KINDS.booking.send(site);
  await call("PATCH", `/api/bookings/${id}/first-contact`, { contacted: true });
  site.clock.advance(16 * MINUTE);
  await site.site.mail.sendDue();
  expect(last()).toHaveLength(3);
});

test("two processes that find a lead overdue at the same moment send one reminder", async () => {
  const { site, smtp } = await start();
  for (const kind of Object.values(KINDS)) await kind.send(site);
  await site.site.mail.sendDue();
  const other = await startSite({ now: DUE, env: { ...ENV, SMTP_URL: smtp.url, ...databaseOf(site) } });
  site.clock.set(DUE);
  await Promise.all([site.site.mail.sendDue(), other.site.mail.sendDue()]);
  expect(reminders(smtp)).toHaveLength(2);
});

test("no lead waits on a day that the owner has closed in the admin area", async () => {
  const { site, smtp } = await start();
  const { call } = await addSignedIn(site);
  const { availability, version } = (await call("GET", "/api/bookings/availability")).json();
  const weekend = { from: "2026-11-21", to: "2026-11-22", reason: "Family" };
  const change = { ...availability, closures: [weekend], holidays: [{ year: 2026, open: [] }] };
  expect((await call("PUT", "/api/bookings/availability", { availability: change, version })).statusCode).toBe(200);
  const { closures } = (await site.app.inject("/api/closures")).json();
  expect(closures).toEqual(expect.arrayContaining([{ from: weekend.from, to: weekend.to }, THANKSGIVING]));

  // Three minutes before closing on Wednesday: the other two are on Friday morning.
  site.clock.set("2026-11-25T23:57:00.000Z");
  const ids = { booking: await KINDS.booking.send(site, LATER), contact: await KINDS.contact.send(site) };
  site.clock.set("2026-11-27T15:01:00.000Z");
  await site.site.mail.sendDue();
  expect(reminders(smtp)).toHaveLength(0);
  site.clock.set("2026-11-27T15:03:00.000Z");
  await site.site.mail.sendDue();
  expect(reminders(smtp)).toHaveLength(2);
  for (const { raw } of smtp.mails.filter(({ raw }) => /Still waiting/.test(raw)))
    expect(findPart(parseMime(raw), "text/plain").text).toMatch(/6 min/);
  const { call: callOnFriday } = await addSignedIn(site, { email: "friday@example.com" });
  for (const key of ["booking", "contact"] as const) {
    const answer = await callOnFriday("PATCH", `${KINDS[key].path(ids[key])}/first-contact`, { contacted: true });
    expect(answer.json()[key].firstContact.minutes).toBe(6);
  }
});

test("without reminders in the settings, none is scheduled", async () => {
  const { site } = await start();
  const rules = { ...siteLeadRules(currentFacts()), overdueAfterMinutes: null, escalateAfterMinutes: null };
  const inquiry = {
    kind: "booking-overdue",
    recordId: "0123456789abcdefghjkmnpqrs",
    leadId: "0123456789abcdefghjkmnpqrt",
    isOpen: true,
    waitingSince: FRIDAY_MORNING,
  } as const;
  await site.database.transaction((trx) => enqueueOverdueNotice(trx, inquiry, { rules, now: site.clock.now() }));
  expect(await site.database.read.selectFrom("mails").select("id").execute()).toEqual([]);
});

test("leads from before ages were recorded are never overdue, but can be marked", async () => {
  const settings = await emptyDatabaseEnvironment();
  const old = await openDatabase({
    dataDir: settings.DATA_DIR ?? "",
    databaseUrl: settings.DATABASE_URL,
    onConnectionError: () => {},
  });
  await migrateTo(old, await readMigrations(MIGRATIONS), FIRST_RELEASE);
  const [bookingId, messageId] = ["b".padEnd(26, "0"), "m".padEnd(26, "0")];
  const columns = { version: 1, created_at: "2026-11-20T14:00:00.000Z", updated_at: "2026-11-20T14:00:00.000Z" };
  const booking = { id: bookingId, status: "Scheduled", meeting_date: "2026-11-25", meeting_time: "10:00", seat: 0 };
  await old.transaction(async (trx) => {
    await trx
      .insertInto("bookings" as never)
      .values({ ...columns, ...booking, ...OLD_BOOKING } as never)
      .execute();
    await trx
      .insertInto("contact_messages" as never)
      .values({ ...columns, id: messageId, status: "New", ...OLD_MESSAGE } as never)
      .execute();
  });
  await old.close();

  const { site, smtp } = await startSiteWithMail({ env: { ...ENV, ...settings } });
  site.clock.set("2026-11-24T20:00:00.000Z");
  await site.site.mail.sendDue();
  expect(smtp.mails).toEqual([]);
  const { call } = await addSignedIn(site);
  for (const [key, id] of [
    ["booking", bookingId],
    ["contact", messageId],
  ] as const) {
    const kind = KINDS[key];
    expect((await call("GET", kind.details(id))).json()[key].waitingSince).toBeUndefined();
    await call("PATCH", `${kind.path(id)}/first-contact`, { contacted: false });
    await call("PATCH", `${kind.path(id)}/status`, { status: key === "booking" ? "Cancelled" : "In Progress" });
    await call("PATCH", `${kind.path(id)}/status`, { status: kind.open });
    expect((await call("GET", kind.details(id))).json()[key].firstContact).toBeUndefined();
    const marked = (await call("PATCH", `${kind.path(id)}/first-contact`, { contacted: true })).json()[key];
    expect(marked.firstContact).toMatchObject({ at: "2026-11-24T20:00:00.000Z" });
    expect(marked.firstContact.minutes).toBeUndefined();
  }
  const waiting = await site.database.read.selectFrom("mails").select("kind").execute();
  expect(waiting.filter(({ kind }) => kind.endsWith("-overdue"))).toEqual([]);
});

const OLD_BOOKING = {
  invite_sequence: 0,
  first_name: "Old",
  last_name: "Timer",
  email: "old@example.com",
  email_key: "old@example.com",
  phone: "217-555-0100",
  search_text: "old timer\nold@example.com",
  phone_digits: "2175550100",
  preferred_contact: "phone",
  street: "1 Elm Street",
  city: "Springfield",
  state: "IL",
  zip_code: "62701",
  property_type: "condo",
  current_situation: "other",
  timeframe_to_sell: "asap",
  meeting_type: "phone",
};

const OLD_MESSAGE = {
  name: "Old Timer",
  email: "old@example.com",
  subject: "general",
  message: "Hello",
  search_text: "old timer\nold@example.com\ngeneral\ngeneral inquiry\nhello",
};

function reminders(smtp: TestSmtp) {
  return smtp.mails.filter(({ raw }) => header(parseMime(raw), "subject").startsWith("Still waiting"));
}
