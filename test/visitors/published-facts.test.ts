// What visitors and staff get outside the pages after another version of the facts was published.
import { expect, test } from "vitest";
import type { Facts } from "#company/facts/schema.ts";
import { enqueueMail } from "#delivery/mail/server/store.ts";
import { insertBookingRows } from "#inquiries/bookings/server/store.ts";
import { addDays } from "#platform/dates.ts";
import { newId } from "#platform/server/ids.ts";
import { addSignedIn, setBookingStatus } from "../accounts.ts";
import { findPart, header, leavesOf, parseMime } from "../mime.ts";
import { publishFacts } from "../published.ts";
import { bookMeeting, freeTimes, sendContactMessage } from "../requests.ts";
import { startSite, startSiteWithMail } from "../server.ts";
import type { TestSmtp } from "../smtp.ts";

const STAFF = ["ana@night-owl.example", "office@night-owl.example"];

function renamed(facts: Facts): Facts {
  const { company } = facts;
  const address = { ...company.address, street: "9 Nightjar Lane" };
  return {
    ...facts,
    staffEmails: STAFF,
    company: { ...company, name: "O’Hara & Sons 🏠", shortName: "O’Hara", phone: "(312) 555-0142", address },
  };
}

function mailTo(smtp: TestSmtp, address: string) {
  const mail = smtp.mails.find(({ to }) => to.includes(address));
  if (!mail) throw new Error(`No mail to ${address}.`);
  return { ...mail, message: parseMime(mail.raw) };
}

test("mail, invite and calendar file name the company as it is called since the last publication", async () => {
  const { site, smtp } = await startSiteWithMail();
  const { id, manageUrl } = await bookMeeting(site);
  await publishFacts(site, renamed);
  await site.site.mail.sendDue();
  const { message } = mailTo(smtp, "renee@example.com");
  const text = findPart(message, "text/plain").text;
  expect(header(message, "from")).toContain("O’Hara & Sons 🏠");
  for (const fact of ["O’Hara & Sons 🏠", "(312) 555-0142", "9 Nightjar Lane"]) expect(text).toContain(fact);
  expect(text).toContain(manageUrl);
  expect(
    leavesOf(message)
      .map(({ text }) => text)
      .join(),
  ).not.toContain("Porchlight");
  const file = await site.app.inject(`/api/bookings/${id}/invite.ics`);
  expect(file.body).toContain("O’Hara & Sons 🏠");
  expect(file.body).not.toContain("Porchlight");
});

test("every staff address hears of a booking and a message, and a link sent before still works", async () => {
  const { site, smtp } = await startSiteWithMail();
  const { token } = await bookMeeting(site);
  await publishFacts(site, renamed);
  await sendContactMessage(site);
  await site.site.mail.sendDue();
  const toStaff = smtp.mails.filter(({ to }) => to.includes("ana@night-owl.example"));
  expect(toStaff.map(({ to }) => to)).toEqual([STAFF, STAFF]);
  const { call } = await addSignedIn(site);
  expect((await call("GET", "/api/mail/status")).json().status.staffEmail).toBe(STAFF.join(", "));
  const opened = await site.app.inject({ method: "POST", url: "/api/manage-meeting/look-up", payload: { token } });
  expect(opened.statusCode, opened.body).toBe(200);
});

/** Of phone and e-mail one is always shown. */
function withoutDetails(facts: Facts): Facts {
  const hidden = { state: "hidden", source: "", confirmedBy: "", confirmedAt: "" } as const;
  const shown = { ...hidden, state: "confirmed" } as const;
  return {
    ...renamed(facts),
    claims: { ...facts.claims, phone: hidden, address: hidden, email: shown },
    team: facts.team.map((person) => ({ ...person, claim: hidden })),
    accent: "plum",
  };
}

test("mail, invite and refusals name no hidden phone number and address, and mail has the chosen color", async () => {
  const { site, smtp } = await startSiteWithMail();
  await publishFacts(site, withoutDetails);
  const { id } = await bookMeeting(site, { meetingType: "in-person-office" });
  await sendContactMessage(site);
  await site.site.mail.sendDue();
  const file = await site.app.inject(`/api/bookings/${id}/invite.ics`);
  const refused = await site.app.inject({
    method: "POST",
    url: "/api/manage-meeting/look-up",
    payload: { token: "a.b" },
  });
  const told = smtp.mails.flatMap(({ raw }) => leavesOf(parseMime(raw)).map(({ text }) => text));
  for (const text of [...told, file.body, refused.body]) expect(text).not.toMatch(/\(312\)|3125550142|Nightjar/);
  expect(told.length).toBeGreaterThan(6);
  expect(refused.json().message).toBe("This link is no longer valid. Please write to hello@porchlight.example.");
  const { message } = mailTo(smtp, "renee@example.com");
  const text = findPart(message, "text/plain").text;
  for (const fact of [
    "The address comes by Tue, Nov 24 at 10:00 AM CT.",
    "answer this e-mail",
    "hello@porchlight.example",
  ])
    expect(text).toContain(fact);
  expect(findPart(message, "text/html").text).toContain("background-color:#361b35");
});

test("the public call answers what pages show: nothing hidden, and of claims the state alone", async () => {
  const site = await startSite();
  await publishFacts(site, withoutDetails);
  const { facts } = (await site.app.inject("/api/site/public")).json();
  expect(facts.claims).toMatchObject({ email: { state: "confirmed" }, story: { state: "sample" } });
  expect(Object.keys(facts.claims)).not.toContain("phone");
  expect(Object.keys(facts.company).sort()).toEqual(["areaServed", "contactPerson", "email", "name", "shortName"]);
  expect(facts.team).toEqual([]);
  expect(facts.figures.cashOffers.claim).toEqual({ state: "sample" });
  expect(facts.testimonials[0]).not.toHaveProperty("permission");
  expect(JSON.stringify(facts)).not.toMatch(/confirmedBy|source|night-owl|publisher/);
});

test("after a change of time zone meetings keep their hour, free times their rules, and reminders come a day ahead", async () => {
  const { site } = await startSiteWithMail();
  const { id } = await bookMeeting(site);
  const waiting = () =>
    site.database.read
      .selectFrom("mails")
      .select("due_at")
      .where("record_id", "=", id)
      .where("kind", "=", "booking-reminder")
      .where("state", "=", "waiting")
      .execute();
  const [before] = await waiting();
  const days = (await site.app.inject("/api/bookings/available-days")).json().days;
  const [soon, day] = [days.at(0).date, days.at(3).date];
  const [soonTimes, times] = [await freeTimes(site, soon), await freeTimes(site, day)];
  await publishFacts(site, (facts) => ({ ...facts, timeZone: "America/Los_Angeles" }));
  expect(await freeTimes(site, day)).toEqual(times);
  // The clock there is two hours behind, so that the notice ends four slots earlier.
  expect((await freeTimes(site, soon)).slice(4)).toEqual(soonTimes);
  const after = await waiting();
  expect(after).toHaveLength(1);
  const moved = Date.parse(after[0]?.due_at ?? "") - Date.parse(before?.due_at ?? "");
  expect(moved / 3_600_000).toBe(2);
});

test("before a change of time zone or hours the admin sees the meetings that it touches", async () => {
  const site = await startSite();
  const { id } = await bookMeeting(site);
  const { call } = await addSignedIn(site);
  const { facts } = (await call("GET", "/api/site")).json().published;
  let version = 0;
  const touched = async (change: Partial<Facts>) => {
    const body = { facts: { ...facts, ...change }, version };
    version = (await call("PUT", "/api/site/draft", body)).json().draft.version;
    return (await call("GET", "/api/site/draft/effects")).json();
  };
  expect((await call("GET", "/api/site/draft/effects")).statusCode).toBe(404);
  const nothing = { meetings: { total: 0, first: [] }, leads: { count: 0, from: null } };
  expect(await touched({ company: { ...facts.company, name: "Other" } })).toEqual({ success: true, ...nothing });
  const { meetings } = await touched({ timeZone: "America/Los_Angeles" });
  expect(meetings).toMatchObject({ total: 1, first: [{ _id: id, name: expect.stringContaining("Ren") }] });
  expect(meetings.first[0].why).toBe("Agreed in Central Time; in Pacific Time this is 2 h later");
  expect((await touched({ businessHours: {} })).meetings.first[0].why).toBe("Outside the new hours");
  expect((await touched({ businessHours: facts.businessHours })).meetings.total).toBe(0);
  // Winnipeg's clock is Chicago's.
  const both = async (timeZone: string) => (await touched({ timeZone, businessHours: {} })).meetings.first[0].why;
  expect(await both("America/Winnipeg")).toBe("Outside the new hours");
  const why = "Agreed in Central Time; in Pacific Time this is 2 h later. Outside the new hours";
  expect(await both("America/Los_Angeles")).toBe(why);
});

test("who has a meeting whose moment a new time zone moves gets its invite anew, in one mail that says why", async () => {
  const { site, smtp } = await startSiteWithMail();
  const { call } = await addSignedIn(site);
  const endpoint = { name: "CRM", url: "https://crm.example.com/hook", events: ["booking.changed"] };
  await call("POST", "/api/webhooks/endpoints", endpoint);
  const { id } = await bookMeeting(site);
  const gone = await bookMeeting(site, { meetingTime: "11:00 AM", email: "tomas@example.com" });
  await setBookingStatus(site, gone.id, { status: "Cancelled" });
  await site.site.mail.sendDue();
  smtp.mails.splice(0);
  const publish = async (timeZone: string) => {
    await publishFacts(site, (facts) => ({ ...facts, timeZone }));
    site.clock.advance(60);
    await site.site.mail.sendDue();
    return smtp.mails.splice(0);
  };
  expect(await publish("America/Winnipeg")).toEqual([]);
  const [mail, ...more] = await publish("America/Los_Angeles");
  expect(more).toEqual([]);
  expect(mail?.to).toEqual(["renee@example.com"]);
  const message = parseMime(mail?.raw ?? "");
  expect(findPart(message, "text/plain").text).toMatch(/all times are now in Pacific Time[\s\S]*10:00 AM Pacific Time/);
  const invite = findPart(message, "text/calendar").text;
  expect(invite).toContain("SEQUENCE:1");
  expect(invite).toContain("DTSTART:20261125T180000Z");
  expect((await site.app.inject(`/api/bookings/${id}/invite.ics`)).body).toContain("SEQUENCE:1");
  const deliveries = await site.database.read.selectFrom("webhook_deliveries").selectAll().execute();
  const moved = deliveries.filter(({ record_id }) => record_id === id).map(({ body }) => JSON.parse(body).data);
  expect(moved).toMatchObject([{ timeZone: "America/Los_Angeles", startsAt: "2026-11-25T18:00:00.000Z", version: 2 }]);
});

test("a new time zone reaches every one of many meetings, each once, and no reminder is left at the old time", async () => {
  const site = await startSite();
  const { id } = await bookMeeting(site);
  const COUNT = 600;
  const { database } = site;
  const booking = await database.read.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  await database.transaction(async (trx) => {
    for (let n = 0; n < COUNT; n++) {
      const meeting_date = addDays(booking.meeting_date, 1 + n);
      const row = { ...booking, id: newId(), meeting_date };
      await insertBookingRows(trx, [row]);
      const reminder = { kind: "booking-reminder" as const, recordId: row.id, detail: `${meeting_date} 10:00` };
      await enqueueMail(trx, [{ ...reminder, dueAt: new Date(`${meeting_date}T00:00:00.000Z`) }], site.clock.now());
    }
  });
  await publishFacts(site, (facts) => ({ ...facts, timeZone: "America/Los_Angeles" }));
  const rows = await database.read.selectFrom("bookings").select(["invite_sequence", "version"]).execute();
  expect(new Set(rows.map((row) => `${row.invite_sequence} ${row.version}`))).toEqual(new Set(["1 2"]));
  const mails = await database.read.selectFrom("mails").selectAll().where("state", "=", "waiting").execute();
  const of = (kind: string) => mails.filter((mail) => mail.kind === kind);
  expect(new Set(of("booking-rescheduled").map(({ record_id }) => record_id)).size).toBe(COUNT + 1);
  expect(of("booking-rescheduled")).toHaveLength(COUNT + 1);
  const reminders = of("booking-reminder");
  expect(new Set(reminders.map(({ record_id }) => record_id)).size).toBe(COUNT + 1);
  // 10 AM Pacific Time, winter or summer.
  expect(new Set(reminders.map(({ due_at }) => due_at.slice(11, 16)))).toEqual(new Set(["18:00", "17:00"]));
});

test("before a shorter retention is published the admin sees how many leads go, and when", async () => {
  const site = await startSite();
  await bookMeeting(site);
  await sendContactMessage(site);
  site.clock.advance(60 * 86_400);
  const { call } = await addSignedIn(site);
  const { facts } = (await call("GET", "/api/site")).json().published;
  await call("PUT", "/api/site/draft", { facts: { ...facts, eraseLeadsAfterDays: 30 }, version: 0 });
  const from = new Date(site.clock.now().getTime() + 7 * 86_400_000).toISOString();
  expect((await call("GET", "/api/site/draft/effects")).json().leads).toEqual({ count: 2, from });
  await call("POST", "/api/site/publish", { version: 1 });
  expect((await call("GET", "/api/site")).json().retentionFrom).toBe(from);
});
