import ICAL from "ical.js";
import { expect, test } from "vitest";
import { addSignedIn, setBookingStatus } from "#test/accounts.ts";
import { findPart, header, type MimePart, parseMime } from "#test/mime.ts";
import { book, bookMeeting, freeTimes, post } from "#test/requests.ts";
import { databaseEnvironment, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";

const STAFF = "staff@porchlight.example";

type Meeting = { status: string; meetingDate: string; meetingTime: string; sequence: number; isChangeable: boolean };

async function start(env: Record<string, string> = {}) {
  const { site, smtp } = await startSiteWithMail({ env: { STAFF_EMAIL: STAFF, ...env } });
  const mailTo = async (address: string) => {
    await site.site.mail.sendDue();
    return smtp.mails.filter(({ to }) => to[0] === address).map(({ raw }) => parseMime(raw));
  };
  return { site, mailTo };
}

function lookUp(site: TestSite, token: string) {
  return post(site, "/api/manage-meeting/look-up", { token });
}

const DECEMBER_1 = { meetingDate: "2026-12-01", meetingTime: "2:30 PM" };

function move(site: TestSite, token: string, changes: object = {}) {
  return post(site, "/api/manage-meeting/move", { token, sequence: 0, ...DECEMBER_1, ...changes });
}

function cancel(site: TestSite, token: string, changes: object = {}) {
  return post(site, "/api/manage-meeting/cancel", { token, sequence: 0, ...changes });
}

function eventOf(message: MimePart | undefined) {
  if (!message) throw new Error("No such message.");
  const calendar = new ICAL.Component(ICAL.parse(findPart(message, "text/calendar").text));
  const component = calendar.getFirstSubcomponent("vevent");
  if (!component) throw new Error("No event.");
  const { uid, sequence, startDate } = new ICAL.Event(component);
  return { method: calendar.getFirstPropertyValue("method"), uid, sequence, start: startDate.toString() };
}

test("the visitor moves the meeting: slots, mails, invite, reminder and history follow", async () => {
  const { site, mailTo } = await start();
  const { id, token } = await bookMeeting(site);
  const looked = await lookUp(site, token);
  expect(looked.headers["cache-control"]).toBe("no-store");
  expect(looked.json().meeting).toMatchObject({
    _id: id,
    meetingTime: "10:00 AM",
    sequence: 0,
    isChangeable: true,
    changeableUntil: "2026-11-25T12:00:00.000Z",
  });
  await mailTo(STAFF);

  const moved = await move(site, token);
  expect(moved.statusCode, moved.body).toBe(200);
  expect(moved.json()).toMatchObject({
    success: true,
    message: "Your meeting is moved.",
    meeting: { ...DECEMBER_1, status: "Rescheduled", sequence: 1, isChangeable: true },
  });
  expect(await freeTimes(site, "2026-11-25")).toContain("10:00 AM");
  expect(await freeTimes(site, "2026-12-01")).not.toContain("2:30 PM");

  const [confirmation, notice, ...more] = await mailTo("renee@example.com");
  expect(more).toEqual([]);
  expect(header(notice as MimePart, "subject")).toBe("Rescheduled: your meeting is on Tue, Dec 1 at 2:30 PM CT");
  expect(findPart(notice as MimePart, "text/plain").text).toContain("this is the time you chose");
  expect([confirmation, notice].map(eventOf)).toEqual([
    { method: "REQUEST", uid: eventOf(confirmation).uid, sequence: 0, start: "2026-11-25T16:00:00Z" },
    { method: "REQUEST", uid: eventOf(confirmation).uid, sequence: 1, start: "2026-12-01T20:30:00Z" },
  ]);
  const [, toStaff] = await mailTo(STAFF);
  expect(header(toStaff as MimePart, "subject")).toBe(
    "Moved by the visitor: Renée O'Brien-Núñez, now Tue, Dec 1 at 2:30 PM CT",
  );
  for (const fact of ["Wednesday, November 25, 2026", "Tuesday, December 1, 2026", `/admin/bookings?booking=${id}`])
    expect(findPart(toStaff as MimePart, "text/plain").text).toContain(fact);

  const { call } = await addSignedIn(site);
  const { history } = (await call("GET", `/api/bookings/${id}/history`)).json();
  expect(history.slice(0, 2)).toMatchObject([
    { actor: "visitor", action: "moved", from: "Nov 25, 2026, 10:00 AM", to: "Dec 1, 2026, 2:30 PM" },
    { actor: "visitor", action: "status", from: "Scheduled", to: "Rescheduled" },
  ]);

  site.clock.set("2026-11-24T17:00:00.000Z");
  expect(await mailTo("renee@example.com")).toHaveLength(2);
  site.clock.set("2026-11-30T20:30:00.000Z");
  const reminder = (await mailTo("renee@example.com")).at(-1) as MimePart;
  expect(header(reminder, "subject")).toBe("Reminder: your meeting on Tue, Dec 1 at 2:30 PM CT");
});

test("the visitor cancels with a reason: staff read it, the slot is free, the invite is taken back", async () => {
  const { site, mailTo } = await start();
  const { id, token } = await bookMeeting(site);
  await move(site, token);
  await mailTo(STAFF);
  const reason = "My brother <b>keeps</b> the house.\nSorry!";
  const cancelled = await cancel(site, token, { sequence: 1, reason });
  expect(cancelled.json()).toMatchObject({
    message: "Your meeting is cancelled.",
    meeting: { status: "Cancelled", sequence: 2, isChangeable: false },
  });
  expect(cancelled.body).not.toContain("brother");
  expect(await freeTimes(site, "2026-12-01")).toContain("2:30 PM");

  const toVisitor = (await mailTo("renee@example.com")).at(-1) as MimePart;
  expect(eventOf(toVisitor)).toMatchObject({ method: "CANCEL", sequence: 2 });
  expect(findPart(toVisitor, "text/plain").text).toContain("is cancelled, as you asked");
  const toStaff = (await mailTo(STAFF)).at(-1) as MimePart;
  expect(header(toStaff, "subject")).toContain("Cancelled by the visitor: Renée O'Brien-Núñez");
  expect(findPart(toStaff, "text/plain").text).toContain("My brother <b>keeps</b> the house.");
  expect(findPart(toStaff, "text/html").text).toContain("My brother &lt;b&gt;keeps&lt;/b&gt; the house.");

  const { call } = await addSignedIn(site);
  const { booking } = (await call("GET", `/api/bookings/${id}/details`)).json();
  expect(booking).toMatchObject({ status: "Cancelled", cancelReason: reason });
  const { history } = (await call("GET", `/api/bookings/${id}/history`)).json();
  expect(history[0]).toMatchObject({ actor: "visitor", action: "status", to: "Cancelled" });
  expect(JSON.stringify(history)).not.toContain("brother");
  expect((await site.app.inject(`/api/bookings/${id}`)).body).not.toContain("brother");

  site.clock.set("2026-11-30T21:00:00.000Z");
  expect((await mailTo("renee@example.com")).filter((mail) => header(mail, "subject").startsWith("Reminder"))).toEqual(
    [],
  );
});

test("a repeat changes nothing and sends nothing", async () => {
  const { site, mailTo } = await start();
  const { token } = await bookMeeting(site);
  await move(site, token);
  const again = await move(site, token);
  expect(again.statusCode).toBe(200);
  expect(again.json()).toMatchObject({
    message: "Your meeting is at that time already. Nothing was changed.",
    meeting: { ...DECEMBER_1, sequence: 1 },
  });
  await cancel(site, token, { sequence: 1 });
  const twice = await cancel(site, token, { sequence: 1, reason: "Another one" });
  expect(twice.json()).toMatchObject({ message: "Your meeting was cancelled before. Nothing was changed." });
  expect(await mailTo(STAFF)).toHaveLength(3);
  const { cancel_reason } = await site.database.read.selectFrom("bookings").selectAll().executeTakeFirstOrThrow();
  expect(cancel_reason).toBeNull();
});

test("only the secret opens the meeting: a wrong one, an old one and an unknown one get the same answer", async () => {
  const settings = await databaseEnvironment();
  const { site } = await start({ ...settings, AUTH_SECRET: "the-secret-of-yesterday-0123456789" });
  const { id, token } = await bookMeeting(site);
  const [, signature = ""] = token.split(".");
  expect(signature).toHaveLength(43);
  const later = await startSite({ env: { ...settings, AUTH_SECRET: "another-secret-of-today-0123456789" } });
  const other = await bookMeeting(site, {
    meetingTime: "11:00 AM",
    email: "other@example.com",
    phone: "217 555 0999",
  });
  const answers = [
    await lookUp(later, token),
    ...(await Promise.all(
      [
        id,
        `${id}.`,
        `${id}.${other.token.split(".")[1]}`,
        `${id}.${signature}A`,
        `${token}.x`,
        "",
        "x".repeat(200),
      ].map((guess) => lookUp(site, guess)),
    )),
    await lookUp(site, `${"0".repeat(26)}.${signature}`),
    await move(site, `${id}.${signature.toLowerCase()}`),
    await cancel(site, id),
  ];
  const [first] = answers;
  for (const answer of answers) {
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual(first?.json());
  }
  const public_ = await site.app.inject(`/api/bookings/${id}`);
  expect(public_.body).not.toContain(signature);
  expect((await site.app.inject(`/api/bookings/${id}/invite.ics`)).body).not.toContain(signature);
  expect(JSON.stringify(await site.database.read.selectFrom("bookings").selectAll().execute())).not.toContain(
    signature,
  );
});

test("the confirmation, the reminder and the notice of a new time carry the link, while there is time", async () => {
  const { site, mailTo } = await start({ PUBLIC_URL: "https://homes.example.com" });
  const { id, manageUrl } = await bookMeeting(site);
  expect(manageUrl).toMatch(/^https:\/\/homes\.example\.com\/manage-meeting#[0-9a-z]{26}\.[\w-]{43}$/);
  await setBookingStatus(site, id, { status: "Rescheduled", ...DECEMBER_1 });
  await mailTo(STAFF);
  site.clock.set("2026-11-30T20:30:00.000Z");
  const mails = await mailTo("renee@example.com");
  expect(mails).toHaveLength(3);
  for (const mail of mails)
    for (const type of ["text/plain", "text/html"]) expect(findPart(mail, type).text, type).toContain(manageUrl);
  for (const mail of await mailTo(STAFF)) expect(findPart(mail, "text/plain").text).not.toContain("/manage-meeting");

  const late = await bookMeeting(site, { meetingDate: "2026-11-30", meetingTime: "5:00 PM" });
  const confirmation = (await mailTo("renee@example.com")).at(-1) as MimePart;
  expect(findPart(confirmation, "text/plain").text).not.toContain(late.manageUrl);
  expect(findPart(confirmation, "text/plain").text).toContain("To change or cancel, call (555) 010-0199");
});

test("up to four hours before it begins the meeting may be changed, and not a moment later", async () => {
  const { site } = await start();
  const { token } = await bookMeeting(site);
  site.clock.set("2026-11-25T11:59:59.000Z");
  expect((await lookUp(site, token)).json().meeting.isChangeable).toBe(true);
  site.clock.set("2026-11-25T12:00:00.000Z");
  expect((await lookUp(site, token)).json().meeting.isChangeable).toBe(false);
  for (const answer of [await move(site, token), await cancel(site, token)]) {
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: "too_late", message: expect.stringContaining("(555) 010-0199") });
  }
  expect((await lookUp(site, token)).json().meeting).toMatchObject({ status: "Scheduled", sequence: 0 });
});

test("a past or cancelled meeting cannot be moved", async () => {
  const { site } = await start();
  const { id, token } = await bookMeeting(site);
  await setBookingStatus(site, id, { status: "Completed" });
  expect((await move(site, token, { sequence: 1 })).json().code).toBe("too_late");
  expect((await cancel(site, token, { sequence: 1 })).json().code).toBe("too_late");
  await setBookingStatus(site, id, { status: "Cancelled" });
  const answer = await move(site, token, { sequence: 2 });
  expect(answer.json()).toMatchObject({ code: "too_late", message: expect.stringContaining("book a new one") });
});

test("a time that is not offered or already taken leaves the meeting where it was", async () => {
  const { site, mailTo } = await start();
  const { token } = await bookMeeting(site);
  await bookMeeting(site, { ...DECEMBER_1, email: "second@example.com", phone: "217 555 0999" });
  const before = (await mailTo(STAFF)).length;
  for (const changes of [{ meetingDate: "2026-11-22" }, { meetingTime: "2:31 PM" }, { meetingDate: "2027-11-25" }])
    expect((await move(site, token, changes)).json().code).toBe("slot_not_offered");
  expect((await move(site, token, { meetingDate: "2027-02-30" })).json().code).toBe("invalid_input");
  const taken = await move(site, token);
  expect(taken.statusCode).toBe(409);
  expect(taken.json()).toMatchObject({ code: "slot_taken", message: expect.stringContaining("Nothing was changed") });
  expect((await lookUp(site, token)).json().meeting).toMatchObject({ meetingTime: "10:00 AM", sequence: 0 });
  expect(await mailTo(STAFF)).toHaveLength(before);
});

test("a visitor moves to a slot that others book at the same moment: one gets it, and nothing is half done", async () => {
  const { site } = await start({ RATE_LIMIT: "off" });
  for (const hour of ["9:00 AM", "9:30 AM", "10:30 AM", "11:00 AM", "11:30 AM"]) {
    const { id, token } = await bookMeeting(site, { meetingTime: hour });
    const target = { meetingDate: "2026-12-02", meetingTime: hour };
    const [moved, booked] = await Promise.all([
      move(site, token, target),
      book(site, { ...target, email: "second@example.com" }),
    ]);
    expect([moved.statusCode, booked.statusCode].sort()).toEqual(moved.statusCode === 200 ? [200, 409] : [201, 409]);
    const row = await site.database.read.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirst();
    expect(row).toMatchObject(
      moved.statusCode === 200
        ? { meeting_date: "2026-12-02", status: "Rescheduled", invite_sequence: 1, seat: 0 }
        : { meeting_date: "2026-11-25", status: "Scheduled", invite_sequence: 0, seat: 0 },
    );
  }
});

test("of two tabs that move at once one wins, and the other shows the current state", async () => {
  const { site, mailTo } = await start();
  const { id, token } = await bookMeeting(site);
  const answers = await Promise.all([
    move(site, token),
    move(site, token, { meetingDate: "2026-12-03" }),
    cancel(site, token),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  const winner = answers.find(({ statusCode }) => statusCode === 200)?.json().meeting as Meeting;
  for (const answer of answers.filter(({ statusCode }) => statusCode === 409)) {
    expect(answer.json()).toMatchObject({ code: "changed_meanwhile", meeting: { ...winner } });
    expect(answer.json()).not.toHaveProperty("booking");
  }
  const { call } = await addSignedIn(site);
  const { history } = (await call("GET", `/api/bookings/${id}/history`)).json();
  expect(history.filter(({ action }: { action: string }) => action === "status")).toHaveLength(1);
  expect(await mailTo(STAFF)).toHaveLength(2);
});

test("an admin's change of time or status stops the visitor's, an admin's note does not", async () => {
  const { site } = await start();
  const { id, token } = await bookMeeting(site);
  const { call } = await addSignedIn(site, { email: "owner@example.com" });
  await call("PUT", `/api/bookings/${id}/notes`, { notes: "Called, no answer" });
  expect((await move(site, token)).statusCode).toBe(200);
  await setBookingStatus(site, id, { status: "Rescheduled", meetingDate: "2026-12-04", meetingTime: "9:00 AM" });
  const late = await cancel(site, token, { sequence: 1 });
  expect(late.json()).toMatchObject({ code: "changed_meanwhile", meeting: { meetingDate: "2026-12-04", sequence: 2 } });
  expect(late.body).not.toContain("no answer");
  const stale = await call("PATCH", `/api/bookings/${id}/status`, { status: "Completed", version: 1 });
  expect(stale.json().code).toBe("changed_meanwhile");
});

test("opening and looking change nothing, however often", async () => {
  const { site, mailTo } = await start();
  const { id, token, manageUrl } = await bookMeeting(site);
  await mailTo(STAFF);
  const everything = async () => {
    const { read } = site.database;
    const tables = ["bookings", "mails", "history"] as const;
    return JSON.stringify(await Promise.all(tables.map((table) => read.selectFrom(table).selectAll().execute())));
  };
  const before = await everything();
  for (const url of [
    new URL(manageUrl).pathname,
    `/manage-meeting/${token}`,
    `/api/manage-meeting/cancel?token=${token}&sequence=0`,
    `/api/manage-meeting/move?token=${token}&sequence=0&meetingDate=2026-12-01&meetingTime=2:30%20PM`,
    `/api/manage-meeting/look-up?token=${token}`,
    `/api/bookings/${id}`,
  ])
    for (const method of ["GET", "HEAD"] as const) await site.app.inject({ method, url });
  await lookUp(site, token);
  expect(await everything()).toBe(before);
});
