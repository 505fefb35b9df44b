// What could take a stop away, hide it or leave it half done.
import { expect, test } from "vitest";
import { Housekeeping } from "#app/housekeeping.ts";
import { FILE_HEADINGS } from "#inquiries/bookings/columns.ts";
import { csvLine } from "#platform/server/csv/csv.ts";
import { addSignedIn } from "#test/accounts.ts";
import { findPart, header, parseMime } from "#test/mime.ts";
import { bookMeeting, post, sendContactMessage } from "#test/requests.ts";
import { startSiteWithMail } from "#test/server.ts";
import { personKeys } from "./person-keys.ts";

const RENEE = "renee@example.com";
const PHONE = "(217) 555-0142";

async function siteWithAdmin() {
  const { site, smtp } = await startSiteWithMail({ env: { RATE_LIMIT: "off" } });
  const { call, session } = await addSignedIn(site);
  const stop = (body: object) =>
    call("POST", "/api/permissions/revocations", { said: "phone", words: "No more.", ...body });
  const stateOf = async (person: Record<string, string>) =>
    (await call("GET", `/api/permissions/state?${new URLSearchParams(person)}`)).json().state;
  const importFile = async (cells: Record<string, string>) =>
    post(
      site,
      "/api/bookings/import?mode=import",
      csvLine(FILE_HEADINGS) + csvLine(FILE_HEADINGS.map((heading) => cells[heading] ?? "")),
      { headers: { authorization: `Bearer ${session.accessToken}`, "content-type": "text/csv" } },
    );
  return { site, smtp, call, stop, stateOf, importFile };
}

/** Jack's old booking, in the file of another site. */
const OLD_BOOKING = {
  "First name": "Jack",
  "Last name": "Ahlgren",
  Email: "jack@example.com",
  Phone: "(217) 555-0199",
  "Preferred contact": "Phone",
  Street: "1422 Elm Street",
  City: "Springfield",
  State: "IL",
  "ZIP code": "62701",
  "Property type": "Single Family",
  "Current situation": "Inherited Property",
  "Timeframe to sell": "1–3 months",
  "Meeting type": "Phone call",
  "Meeting date": "2018-05-02",
  "Meeting time": "10:00 AM",
};

async function tidy({ site }: Awaited<ReturnType<typeof siteWithAdmin>>): Promise<void> {
  const { config, database, clock, app } = site;
  await new Housekeeping({ database, clock, log: app.log, dataDir: config.dataDir }).tidy();
}

test("a stop from a file counts from its import, however old the agreement beside it is", async () => {
  const admin = await siteWithAdmin();
  const agreed = { Consent: "Yes, call me.", "Consent at": "2018-05-01", "Do not contact": "call, text" };
  const imported = await admin.importFile({ ...OLD_BOOKING, ...agreed });
  expect(imported.json().report?.made, imported.body).toBe(1);
  await tidy(admin);
  const state = await admin.stateOf({ email: "jack@example.com", phone: "217 555 0199" });
  expect(state).toEqual({ call: "revoked", text: "revoked", email: "unknown" });
  const late = await admin.importFile({ ...OLD_BOOKING, ...agreed, "Consent at": "2031-01-01" });
  expect(late.json().report.problems).toMatchObject([{ column: "Consent at", reason: "This date is in the future" }]);
});

test("a stop of e-mail that names only the phone number holds back reminders, until the person agrees again", async () => {
  const { site, smtp, call, stop } = await siteWithAdmin();
  await bookMeeting(site);
  await stop({ phone: PHONE, channels: ["email"] });
  const shown = async () => (await call("GET", "/api/bookings/list")).json().bookings[0].stopped;
  expect(await shown()).toEqual(["email"]);
  const reminders = async () => {
    await site.site.mail.sendDue();
    return smtp.mails.filter(({ raw }) => header(parseMime(raw), "subject").startsWith("Reminder")).length;
  };
  site.clock.set("2026-11-24T16:30:00.000Z");
  expect(await reminders()).toBe(0);

  await bookMeeting(site, { meetingDate: "2026-12-02", meetingTime: "11:00 AM" });
  site.clock.set("2026-12-01T17:30:00.000Z");
  expect(await reminders()).toBe(1);
});

test("a press on the link stops the person's numbers also if calls to the address alone were stopped before", async () => {
  const { site, stop, stateOf } = await siteWithAdmin();
  await bookMeeting(site);
  await stop({ email: RENEE, channels: ["call"] });
  const { stopToken } = await personKeys(site.database);
  const press = async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await post(site, `/stop/${stopToken(RENEE)}`, "call=on", { headers });
    expect(answer.headers.location).toBe("/stopped");
    return (await site.database.read.selectFrom("permissions").select("id").execute()).length;
  };
  const lines = await press();
  expect((await stateOf({ phone: PHONE })).call).toBe("revoked");
  expect(await press()).toBe(lines);
});

test("a look-up by e-mail alone counts what was stopped for the number that came with it", async () => {
  const { site, stop, stateOf } = await siteWithAdmin();
  await bookMeeting(site);
  await stop({ phone: PHONE, channels: ["call"] });
  expect(await stateOf({ email: RENEE })).toEqual({ call: "revoked", text: "unknown", email: "given" });
  await bookMeeting(site, { meetingTime: "11:00 AM" });
  expect((await stateOf({ email: RENEE })).call).toBe("given");
});

test("a change that was refused because another admin was first shows the stops too", async () => {
  const { site, call, stop } = await siteWithAdmin();
  const { id } = await bookMeeting(site);
  await sendContactMessage(site, { email: RENEE, phone: PHONE });
  await stop({ email: RENEE, phone: PHONE, channels: ["call"] });
  const [message] = (await call("GET", "/api/contact/admin/submissions")).json().contacts;
  for (const [method, url, key] of [
    ["PUT", `/api/bookings/${id}/notes`, "booking"],
    ["PATCH", `/api/contact/admin/submissions/${message._id}/notes`, "contact"],
  ] as const) {
    const late = await call(method, url, { notes: "Called.", version: 99 });
    expect([late.statusCode, late.json()[key].stopped], late.body).toEqual([409, ["call"]]);
  }
});

test("staff see a stop beside the number: in the preview line of a mail, and in the place of a phone meeting", async () => {
  const { site, smtp, call, stop } = await siteWithAdmin();
  await stop({ phone: PHONE, channels: ["text"] });
  const { id } = await bookMeeting(site, { meetingType: "phone" });
  await site.site.mail.sendDue();
  const notice = smtp.mails
    .map(({ raw }) => parseMime(raw))
    .find((mail) => header(mail, "subject").startsWith("New booking"));
  if (!notice) throw new Error("No notice.");
  expect(findPart(notice, "text/html").text).toMatch(
    /<div style="display:none[^>]*>\(217\) 555-0142 \(do not text\) · /,
  );
  const { url } = (await call("POST", "/api/bookings/calendar-feeds", { name: "Phone" })).json();
  const calendar = (await site.app.inject(new URL(url).pathname)).body.replaceAll("\r\n ", "");
  expect(calendar).toContain("LOCATION:Phone call to (217) 555-0142 (do not text)");
  expect(calendar).toContain(id);
});

test("an imported booking with the id of an erased one has none of that agreement, and shows nobody else's address", async () => {
  const { site, call, importFile } = await siteWithAdmin();
  const { id } = await bookMeeting(site);
  expect((await call("POST", "/api/people/erasure", { email: RENEE })).statusCode).toBe(200);
  const imported = await importFile({ ...OLD_BOOKING, "Booking ID": id });
  expect(imported.json().report?.made, imported.body).toBe(1);
  const { booking } = (await call("GET", `/api/bookings/${id}/details`)).json();
  expect([booking.email, booking.consent]).toEqual(["jack@example.com", undefined]);
  const { lines } = (await call("GET", `/api/permissions?email=${RENEE}`)).json();
  expect(lines).toHaveLength(2);
  expect(JSON.stringify(lines)).not.toMatch(/jack|0199/);
});

test("a stop and a correction at once leave the corrected address stopped, or the stop came after it", async () => {
  const { site, call, stop, stateOf } = await siteWithAdmin();
  for (let round = 0; round < 8; round++) {
    const [from, to] = [`from${round}@example.com`, `to${round}@example.com`];
    const { id } = await bookMeeting(site, {
      email: from,
      phone: `217 555 02${round}0`,
      meetingDate: "2026-12-02",
      meetingTime: ["9:00 AM", "10:00 AM", "11:00 AM", "12:00 PM", "1:00 PM", "2:00 PM", "3:00 PM", "4:00 PM"][round],
    });
    const { booking } = (await call("GET", `/api/bookings/${id}/details`)).json();
    const { version, firstName, lastName, propertyAddress } = booking;
    const correction = { version, firstName, lastName, propertyAddress, email: to, phone: `217 555 03${round}0` };
    const [corrected] = await Promise.all([
      call("PATCH", `/api/bookings/${id}/correction`, correction),
      stop({ email: from, channels: ["call", "email"] }),
    ]);
    expect(corrected.statusCode, corrected.body).toBe(200);
    const acts = await site.database.read
      .selectFrom("history")
      .select("action")
      .where("action", "in", ["stopped", "corrected"])
      .orderBy("id", "desc")
      .limit(2)
      .execute();
    const state = await stateOf({ email: to });
    const wanted = acts[0]?.action === "corrected" ? "revoked" : "unknown";
    expect([state.call, state.email], acts[0]?.action).toEqual([wanted, wanted]);
  }
});

test("staff write down a stop also for an old record, whose address or number the forms would refuse today", async () => {
  const { site, call, stop } = await siteWithAdmin();
  const { id } = await bookMeeting(site);
  const [email, phone] = ["renee@localhost", "217 555 0142 ext. 5"];
  await site.database.transaction((trx) =>
    trx.updateTable("inquiries").set({ email, email_key: email, phone }).where("id", "=", id).execute(),
  );
  const answer = await stop({ email, phone, channels: ["call"] });
  expect(answer.statusCode, answer.body).toBe(201);
  expect((await call("GET", "/api/bookings/list")).json().bookings[0].stopped).toEqual(["call"]);
});

test("a look-up that names neither an address nor a number is refused, and leaves no entry in the history", async () => {
  const { site, call } = await siteWithAdmin();
  for (const query of ["phone=abc", "phone=555-01", "email=%20&phone=x", "email=&phone="]) {
    expect((await call("GET", `/api/permissions?${query}`)).statusCode, query).toBe(400);
    expect((await call("GET", `/api/permissions/state?${query}`)).statusCode, query).toBe(400);
  }
  expect(await site.database.read.selectFrom("history").selectAll().execute()).toEqual([]);
});
