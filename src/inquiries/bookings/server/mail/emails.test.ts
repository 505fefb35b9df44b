import ICAL from "ical.js";
import { expect, onTestFinished, test } from "vitest";
import { setBookingStatus } from "#test/accounts.ts";
import { findPart, header, leavesOf, type MimePart, parseMime } from "#test/mime.ts";
import type { BookingChanges } from "#test/people.ts";
import { bookMeeting, post } from "#test/requests.ts";
import { startSiteWithMail } from "#test/server.ts";
import { findBooking } from "../store.ts";

const PUBLIC_URL = "https://homes.example.com";

const start = (now?: string) =>
  startSiteWithMail({
    env: { RATE_LIMIT: "off", PUBLIC_URL, STAFF_EMAIL: "staff@porchlight.example" },
    ...(now && { now }),
  });

/** Returns the messages to the visitor and to the staff. */
async function bookAndRead(changes: BookingChanges = {}) {
  const { site, smtp } = await start();
  const { id } = await bookMeeting(site, changes);
  await site.site.mail.sendDue();
  const of = (staff: boolean) =>
    parseMime(smtp.mails.find(({ to }) => (to[0] === "staff@porchlight.example") === staff)?.raw ?? "");
  return { id, site, smtp, toVisitor: of(false), toStaff: of(true) };
}

function readInvite(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const component = calendar.getFirstSubcomponent("vevent");
  if (!component) throw new Error("No event.");
  return { method: calendar.getFirstPropertyValue("method"), component, event: new ICAL.Event(component) };
}

test("the confirmation says the same in text and HTML, leads to the booking, and answers reach a person", async () => {
  const { id, toVisitor } = await bookAndRead();
  expect(header(toVisitor, "subject")).toBe("Your meeting on Wed, Nov 25 at 10:00 AM CT");
  expect(header(toVisitor, "to")).toBe("Renée O'Brien-Núñez <renee@example.com>");
  expect(header(toVisitor, "from")).toBe("Porchlight Home Buyers <hello@porchlight.example>");
  expect(header(toVisitor, "reply-to")).toContain("hello@porchlight.example");
  expect(header(toVisitor, "auto-submitted")).toBe("auto-generated");
  expect(toVisitor.headers["list-unsubscribe"]).toBeUndefined();
  for (const type of ["text/plain", "text/html"]) {
    const { text } = findPart(toVisitor, type);
    for (const fact of [
      "Wednesday, November 25, 2026",
      "10:00 AM Central Time",
      "In person at the property",
      "1422 Elm Street, Springfield, IL 02134",
      "(217) 555-0142",
      `${PUBLIC_URL}/booking-confirmation/${id}`,
      "24 hours before",
      "(555) 010-0199",
      "214 Maple Street, Springfield, IL 62701",
      "Mon-Fri: 9:00 AM-6:00 PM",
    ])
      expect(text, type).toContain(fact);
  }
});

test("text, HTML and invitation are alternatives of one message, without pictures and with one button", async () => {
  const { toVisitor } = await bookAndRead();
  const shape = (part: MimePart): unknown =>
    part.parts.length > 0 ? [part.type, ...part.parts.map(shape)] : part.type;
  expect(shape(toVisitor)).toEqual([
    "multipart/mixed",
    ["multipart/alternative", "text/plain", "text/html", "text/calendar"],
    "application/ics",
  ]);
  const html = findPart(toVisitor, "text/html").text;
  expect(html).not.toContain("<img");
  expect(html.match(/href="http[^"]*"/g)).toHaveLength(2);
  expect(html).toContain('name="color-scheme" content="light dark"');
  expect(html).toContain("max-width:600px");
});

test("the notice to staff has all facts for the first call, and a reply goes to the visitor", async () => {
  const { id, toStaff } = await bookAndRead({ source: { first: { utmSource: "google", landingPage: "/" } } });
  expect(header(toStaff, "subject")).toBe("New booking: Renée O'Brien-Núñez, Wed, Nov 25 at 10:00 AM CT");
  expect(header(toStaff, "reply-to")).toBe("Renée O'Brien-Núñez <renee@example.com>");
  const html = findPart(toStaff, "text/html").text;
  for (const fact of ["tel:+12175550142", `${PUBLIC_URL}/admin/bookings?booking=${id}`]) expect(html).toContain(fact);
  const text = findPart(toStaff, "text/plain").text;
  for (const fact of [
    "(217) 555-0142",
    "1422 Elm Street, Springfield, IL 02134",
    "Inherited Property",
    "1–3 months",
    "google, to /",
    "The roof leaks.",
  ])
    expect(text).toContain(fact);
});

test("what a visitor types is text in the mail, never markup, header or link", async () => {
  const { toStaff, toVisitor, smtp } = await bookAndRead({
    firstName: 'Eve" <script>alert(1)</script>',
    lastName: "=?utf-8?q?a?= Bcc: other",
    email: "eve+tag@example.com",
    additionalInfo: '<img src=x onerror=alert(1)> </td></table> & "quotes"\r\nBcc: other@example.com',
    propertyAddress: { street: "<b>1</b> Elm", city: "Springfield", state: "IL", zipCode: "02134" },
  });
  for (const message of [toStaff, toVisitor]) {
    const html = findPart(message, "text/html").text;
    expect(html).not.toMatch(/<script|<img|<b>/);
    expect(message.headers.bcc).toBeUndefined();
  }
  expect(findPart(toStaff, "text/html").text).toContain("&lt;img src=x onerror=alert(1)&gt;");
  // A stranger's advertisement must not appear in a greeting from us.
  expect(findPart(toVisitor, "text/plain").text).toContain("Hello, thank you for booking");
  expect(smtp.mails.map(({ to }) => to.join()).sort()).toEqual(["eve+tag@example.com", "staff@porchlight.example"]);
});

test("the confirmation carries an invitation that calendars take over by themselves", async () => {
  const { id, toVisitor } = await bookAndRead();
  const part = leavesOf(toVisitor).find(({ type, parameters }) => type === "text/calendar" && parameters.method);
  expect(part?.parameters).toMatchObject({ method: "REQUEST", charset: "utf-8" });
  const { method, component, event } = readInvite(part?.text ?? "");
  expect(method).toBe("REQUEST");
  expect(event.uid).toBe(`${id}@homes.example.com`);
  expect(event.sequence).toBe(0);
  expect(event.location).toBe("1422 Elm Street, Springfield, IL 02134");
  expect(event.description).toContain("10:00 AM Central Time");
  expect(event.description).toContain(`${PUBLIC_URL}/booking-confirmation/${id}`);
  expect(event.organizer).toBe("mailto:hello@porchlight.example");
  const [attendee] = event.attendees;
  expect(String(attendee?.getFirstValue()).toLowerCase()).toBe("mailto:renee@example.com");
  expect(attendee?.getParameter("partstat")).toBe("ACCEPTED");
  expect(attendee?.getParameter("rsvp")).toBe("FALSE");
  expect(component.getFirstPropertyValue("dtstart")?.toString()).toBe("2026-11-25T16:00:00Z");
  expect(leavesOf(toVisitor).some(({ headers }) => headers["content-disposition"]?.[0]?.includes("meeting.ics"))).toBe(
    true,
  );
});

test("a move and a cancellation keep the UID and raise the SEQUENCE, and the download agrees", async () => {
  const { id, site, smtp } = await bookAndRead();
  const invites = () =>
    smtp.mails
      .filter(({ to }) => to[0] === "renee@example.com")
      .map(({ raw }) => readInvite(findPart(parseMime(raw), "text/calendar").text));
  await setBookingStatus(site, id, { status: "Rescheduled", meetingDate: "2026-12-01", meetingTime: "2:30 PM" });
  await site.site.mail.sendDue();
  await setBookingStatus(site, id, { status: "Cancelled" });
  await site.site.mail.sendDue();

  expect(invites().map(({ method }) => method)).toEqual(["REQUEST", "REQUEST", "CANCEL"]);
  expect(invites().map(({ event }) => event.sequence)).toEqual([0, 1, 2]);
  expect(new Set(invites().map(({ event }) => event.uid)).size).toBe(1);
  expect(invites().map(({ event }) => event.startDate.toString())).toEqual([
    "2026-11-25T16:00:00Z",
    "2026-12-01T20:30:00Z",
    "2026-12-01T20:30:00Z",
  ]);
  expect(invites()[2]?.component.getFirstPropertyValue("status")).toBe("CANCELLED");

  const download = readInvite((await site.app.inject(`/api/bookings/${id}/invite.ics`)).body);
  expect(download.method).toBe("PUBLISH");
  expect(download.event.uid).toBe(invites()[0]?.event.uid);
  expect(download.event.sequence).toBe(2);
});

test.each([
  ["in-person-property", "1422 Elm Street, Springfield, IL 02134"],
  ["in-person-office", "Porchlight Home Buyers, 214 Maple Street, Springfield, IL 62701"],
  ["virtual", "Video call"],
  ["phone", "Phone call to (217) 555-0142"],
])("the invitation to a meeting of the type %s says where: %s", async (meetingType, location) => {
  const { toVisitor } = await bookAndRead({ meetingType });
  expect(readInvite(findPart(toVisitor, "text/calendar").text).event.location).toBe(location);
});

test("invites and texts are the same under any time zone of the process, on both sides of both clock changes", async () => {
  const days = [
    { now: "2027-03-01T15:00:00.000Z", date: "2027-03-13", startsAt: "2027-03-13T16:00:00Z" },
    { now: "2027-03-01T15:00:00.000Z", date: "2027-03-15", startsAt: "2027-03-15T15:00:00Z" },
    { now: "2027-10-25T15:00:00.000Z", date: "2027-11-06", startsAt: "2027-11-06T15:00:00Z" },
    { now: "2027-10-25T15:00:00.000Z", date: "2027-11-08", startsAt: "2027-11-08T16:00:00Z" },
  ];
  const zone = process.env.TZ;
  onTestFinished(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  for (const { now, date, startsAt } of days) {
    for (const timeZone of ["UTC", "Asia/Tokyo", "America/Los_Angeles"]) {
      process.env.TZ = timeZone;
      const { site, smtp } = await start(now);
      await bookMeeting(site, { meetingDate: date });
      await site.site.mail.sendDue();
      const message = parseMime(smtp.mails.find(({ to }) => to[0] === "renee@example.com")?.raw ?? "");
      const { component, event } = readInvite(findPart(message, "text/calendar").text);
      expect(component.getFirstPropertyValue("dtstart")?.toString(), `${date} ${timeZone}`).toBe(startsAt);
      expect(event.duration.toSeconds()).toBe(30 * 60);
      expect(event.description).toContain("10:00 AM Central Time");
      expect(header(message, "subject")).toContain("at 10:00 AM CT");
    }
  }
});

test("calendar files keep to the format's letter: CRLF, lines of 75 octets at most, nothing injected", async () => {
  const { id, site } = await bookAndRead({
    firstName: "Zoë; ATTENDEE=x",
    propertyAddress: {
      street: `${"Übergroße-Allee, ".repeat(10)}\\; END:VEVENT`,
      city: "Springfield",
      state: "IL",
      zipCode: "02134",
    },
  });
  const { body } = await site.app.inject(`/api/bookings/${id}/invite.ics`);
  expect(body.endsWith("END:VCALENDAR\r\n")).toBe(true);
  expect(body.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of body.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(readInvite(body).event.location).toContain("\\; END:VEVENT");
});

test("a reminder can be stopped without a sign-in, by one post and by no other way", async () => {
  const { site, smtp, id } = await bookAndRead();
  site.clock.set("2026-11-24T16:00:00.000Z");
  await site.site.mail.sendDue();
  const message = smtp.mails
    .map(({ raw }) => parseMime(raw))
    .find((mail) => header(mail, "subject").startsWith("Reminder"));
  if (!message) throw new Error("No reminder.");
  const url = `${PUBLIC_URL}/stop-reminders/${id}`;
  expect(findPart(message, "text/plain").text).toContain(`No reminders for this meeting: ${url}`);

  const unsubscribe = (path: string) =>
    post(site, path, "List-Unsubscribe=One-Click", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  await site.app.inject({ method: "GET", url: new URL(url).pathname });
  expect((await findBooking(site.database.read, id))?.remindersStoppedAt).toBeUndefined();
  expect((await unsubscribe("/stop-reminders/00000000000000000000000000")).statusCode).toBe(404);
  expect((await unsubscribe(new URL(url).pathname)).statusCode).toBe(200);

  await setBookingStatus(site, id, { status: "Rescheduled", meetingDate: "2026-12-08", meetingTime: "10:00 AM" });
  site.clock.set("2026-12-07T18:00:00.000Z");
  await site.site.mail.sendDue();
  const reminders = smtp.mails.filter(({ raw }) => header(parseMime(raw), "subject").startsWith("Reminder"));
  expect(reminders).toHaveLength(1);
});

test("a stopped reminder is not sent, and the page's button leads to a confirmation", async () => {
  const { site, smtp, id } = await bookAndRead();
  const answer = await post(site, `/stop-reminders/${id}`, "", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toBe("/reminders-stopped");
  site.clock.set("2026-11-24T16:00:00.000Z");
  await site.site.mail.sendDue();
  expect(smtp.mails.filter(({ raw }) => header(parseMime(raw), "subject").startsWith("Reminder"))).toEqual([]);
});
