// A meeting of a caller who gave no e-mail address, and not all of the property's, in every place that shows bookings.
import { expect, test } from "vitest";
import { authSecret } from "#accounts/users/server/secret.ts";
import { createManageLinks } from "#inquiries/bookings/server/visitor/manage-links.ts";
import { keysOf } from "#platform/server/links/derive-key.ts";
import { addSignedIn } from "../accounts.ts";
import { newCall } from "../people.ts";
import { post } from "../requests.ts";
import { startSite, startSiteWithMail, type TestSite } from "../server.ts";

const MEETING = {
  meetingDate: "2026-11-25",
  meetingTime: "10:00 AM",
  meetingType: "phone",
  propertyType: "condo",
  timeframeToSell: "exploring",
};

const ENV = { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400" };

async function enter(site: TestSite, changes: object = {}) {
  const { call, session } = await addSignedIn(site);
  const entered = newCall({ name: "Ola", property: { state: "IL" }, meeting: MEETING, ...changes });
  const { bookingId: id } = (await call("POST", "/api/leads/calls", entered)).json();
  return { call, session, id };
}

test("an export and an import give the same file, in which a line of ours may leave out what was never said", async () => {
  const site = await startSite({ env: ENV });
  const { id } = await enter(site);
  site.clock.set("2026-11-25T17:00:00.000Z");
  const { call } = await addSignedIn(site, { email: "eli@example.com" });
  await call("PATCH", `/api/bookings/${id}/no-show`, { noShow: true });
  const file = (await call("GET", "/api/bookings/export/csv")).body;
  expect(file).toContain(`${id},Ola,,,(217) 555-0142,`);
  expect(file.split("\r\n")[0]).toMatch(/,No-show,Stage,Next step,Next step due$/);
  expect(file.split("\r\n")[1]).toMatch(/,2026-11-25T17:00:00\.000Z,Contacted,,$/);

  const empty = await startSite({ env: ENV, now: "2026-11-26T17:00:00.000Z" });
  const admin = await addSignedIn(empty);
  const send = (text: string) =>
    post(empty, "/api/bookings/import?mode=import", text, {
      headers: { authorization: `Bearer ${admin.session.accessToken}`, "content-type": "text/csv" },
    });
  const foreign = await send(file.replace(id, ""));
  expect(
    foreign
      .json()
      .report.problems.map(({ column }: { column: string }) => column)
      .sort(),
  ).toEqual(["City", "Email", "Last name", "Street", "ZIP code"]);
  expect((await send(file)).json().report).toMatchObject({ made: 1, problems: [] });
  // Except where its lead stands, which the other site finds out for itself.
  const withoutStage = (text: string) => text.replace(/,(New|Contacted),,(?=\r\n)/, "");
  expect(withoutStage((await admin.call("GET", "/api/bookings/export/csv")).body)).toBe(withoutStage(file));
  expect((await send(file)).json().report).toMatchObject({ made: 0, skipped: [{ line: 2 }] });
  const early = await send(file.replace(id, "0123456789abcdefghjkmnpqrs").replaceAll("2026-11-25,", "2027-01-05,"));
  expect(early.json().report.problems).toMatchObject([{ column: "No-show", reason: "This meeting is still ahead" }]);
});

test("staff's mails, the day sheet, the calendar and the webhook do without the address", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { ...ENV, PUBLIC_URL: "https://homes.example.com" } });
  const { call, id } = await enter(site);
  await call("PATCH", `/api/bookings/${id}/status`, {
    status: "Rescheduled",
    meetingDate: "2026-11-25",
    meetingTime: "11:00 AM",
  });
  await site.site.mail.sendDue();
  expect(smtp.mails).toEqual([]);
  const sheet = (await call("GET", "/api/bookings/day-sheet?date=2026-11-25&days=1")).json();
  expect(sheet.days[0].meetings).toMatchObject([{ firstName: "Ola", lastName: "", email: "" }]);
  const { url } = (await call("POST", "/api/bookings/calendar-feeds", { name: "Phone" })).json();
  const calendar = (await site.app.inject(new URL(url).pathname)).body.replace(/\r\n /g, "");
  expect(calendar).toContain("SUMMARY:Ola: Phone call");
  expect(calendar).toContain("Email: none given");
  expect(calendar).toContain("Property: IL (Condo)");
});

test("the caller's own link moves and cancels the meeting, and there is nothing to stop by e-mail", async () => {
  const site = await startSite({ env: { ...ENV, RATE_LIMIT: "on" } });
  const { id } = await enter(site);
  const token =
    createManageLinks(keysOf(authSecret(site.config)), "")
      .urlOf(id)
      .split("#")[1] ?? "";
  const looked = (await post(site, "/api/manage-meeting/look-up", { token })).json();
  expect(looked).toMatchObject({ meeting: { email: "", sequence: 0 }, permissions: { token: "" } });
  const moved = await post(site, "/api/manage-meeting/move", {
    token,
    sequence: 0,
    meetingDate: "2026-11-30",
    meetingTime: "11:00 AM",
  });
  expect(moved.json()).toMatchObject({ message: "Your meeting is moved.", notice: null });
  const mails = await site.database.read.selectFrom("mails").select("kind").execute();
  expect(mails).toEqual([{ kind: "booking-staff-rescheduled" }]);
  const cancelled = await post(site, "/api/manage-meeting/cancel", { token, sequence: 1 });
  expect(cancelled.json()).toMatchObject({ meeting: { status: "Cancelled" }, notice: null });
  const invite = await site.app.inject(`/api/bookings/${id}/invite.ics`);
  expect([invite.statusCode, invite.body]).toEqual([200, expect.not.stringContaining("ATTENDEE")]);
});

test("a correction fills in what was not said, and then an e-mail address is told of changes", async () => {
  const site = await startSite({ env: ENV });
  const { call, id } = await enter(site);
  const known = { firstName: "Ola", lastName: "", email: "", phone: "(217) 555-0143", propertyAddress: noAddress() };
  expect((await call("PATCH", `/api/bookings/${id}/correction`, known)).json().booking).toMatchObject({ email: "" });
  const more = { ...known, lastName: "Berg", email: "ola@example.com" };
  expect((await call("PATCH", `/api/bookings/${id}/correction`, more)).json().booking).toMatchObject({
    lastName: "Berg",
    email: "ola@example.com",
  });
  expect((await call("PATCH", `/api/bookings/${id}/correction`, known)).json().fields).toEqual({
    lastName: "Last name is required",
    email: "Email is required",
  });
  await call("PATCH", `/api/bookings/${id}/status`, { status: "Cancelled" });
  const mails = await site.database.read.selectFrom("mails").select("kind").execute();
  expect(mails).toEqual([{ kind: "booking-cancelled" }]);
});

function noAddress() {
  return { street: "", city: "", state: "IL", zipCode: "" };
}
