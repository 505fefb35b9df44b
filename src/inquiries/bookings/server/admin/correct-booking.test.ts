import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { refuseInserts } from "#test/refused-writes.ts";
import { book, bookMeeting } from "#test/requests.ts";
import { startSite, startSiteWithMail } from "#test/server.ts";

const CORRECTION = {
  firstName: "Renata",
  lastName: "Núñez",
  email: "Renata@Example.org",
  phone: "+1 312.555.0199",
  propertyAddress: { street: "14 Oak Street", city: "Peoria", state: "IL", zipCode: "61602" },
};

async function siteWithBooking() {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const { call } = await addSignedIn(site);
  const { id, token } = await bookMeeting(site);
  const correct = (changes: object = {}) =>
    call("PATCH", `/api/bookings/${id}/correction`, { version: 1, ...CORRECTION, ...changes });
  const found = async (search: string) =>
    (await call("GET", `/api/bookings/list?search=${encodeURIComponent(search)}`)).json().bookings.length;
  return { site, call, id, token, correct, found };
}

test("a corrected booking is found by its new name, e-mail and phone, and no longer by the old ones", async () => {
  const { call, correct, found } = await siteWithBooking();
  const answer = await correct();
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().booking).toMatchObject({ ...CORRECTION, phone: "3125550199", version: 2 });
  for (const search of ["renata nunez", "renata@example.org", "312 555"]) expect(await found(search), search).toBe(1);
  for (const search of ["renée o'brien", "renee@example.com", "217 555"]) expect(await found(search), search).toBe(0);
  expect((await call("GET", "/api/people?email=RENATA@example.org")).json().bookings).toHaveLength(1);
  expect((await call("GET", "/api/people?email=renee@example.com")).json().bookings).toHaveLength(0);
});

test("the audit log names the corrected fields and not what they held", async () => {
  const { call, id, correct } = await siteWithBooking();
  await correct();
  const { history } = (await call("GET", `/api/bookings/${id}/history`)).json();
  expect(history[0]).toMatchObject({
    actor: "dana@example.com",
    action: "corrected",
    to: "First name, Last name, Email, Phone, Street address, City, ZIP code",
  });
  expect(JSON.stringify(history)).not.toMatch(/ren[eé]e|renata|elm|oak/i);
});

test("a correction of an older state is refused with the present one, and one that changes nothing makes no version", async () => {
  const { call, id, correct } = await siteWithBooking();
  await correct({ firstName: "Renate" });
  const refused = await correct({ firstName: "Rita" });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: "changed_meanwhile", booking: { firstName: "Renate", version: 2 } },
  ]);
  expect((await correct({ firstName: "Renate", version: 2 })).json().booking.version).toBe(2);
  expect((await call("GET", `/api/bookings/${id}/history`)).json().history).toHaveLength(2);
});

test("a correction follows the rules of the form, and changes neither meeting, status nor consent", async () => {
  const { site, call, id, correct } = await siteWithBooking();
  const details = async () => (await call("GET", `/api/bookings/${id}/details`)).json().booking;
  const before = await details();
  const refused = await correct({ firstName: " ", email: "renata", phone: "12", propertyAddress: { city: "" } });
  expect(refused.statusCode).toBe(400);
  expect(Object.keys(refused.json().fields).sort()).toEqual([
    "email",
    "firstName",
    "phone",
    "propertyAddress.state",
    "propertyAddress.street",
    "propertyAddress.zipCode",
  ]);
  expect((await correct({ lastName: "See www.spam.example" })).statusCode).toBe(400);
  // What is known stays known; only a caller may not have said it.
  const emptied = await correct({
    lastName: "",
    email: "",
    propertyAddress: { ...CORRECTION.propertyAddress, city: "" },
  });
  expect(emptied.json().fields).toEqual({
    lastName: "Last name is required",
    email: "Email is required",
    "propertyAddress.city": "City is required",
  });
  expect(await details()).toEqual(before);
  site.clock.advance(60);
  await correct({ status: "Cancelled", meetingDate: "2026-12-01", consent: { agreed: true }, notes: "x" });
  expect(await details()).toEqual({
    ...before,
    ...CORRECTION,
    phone: "3125550199",
    version: 2,
    updatedAt: expect.any(String),
  });
});

test("the visitor's link and calendar stay as they are, no e-mail is sent, and later ones go to the corrected address", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { RATE_LIMIT: "off" } });
  const { call } = await addSignedIn(site);
  const { id, token } = await bookMeeting(site);
  await site.site.mail.sendDue();
  const mails = smtp.mails.length;
  await call("PATCH", `/api/bookings/${id}/correction`, CORRECTION);
  await site.site.mail.sendDue();
  expect(smtp.mails).toHaveLength(mails);
  const shown = await site.app.inject({ method: "POST", url: "/api/manage-meeting/look-up", payload: { token } });
  expect(shown.json().meeting).toMatchObject({ firstName: "Renata", sequence: 0 });
  await call("PATCH", `/api/bookings/${id}/status`, { status: "Cancelled" });
  await site.site.mail.sendDue();
  expect(smtp.mails.at(-1)?.to).toEqual(["Renata@example.org"]);
});

test("a corrected person counts for the limit of meetings ahead under the new address", async () => {
  const { site, correct } = await siteWithBooking();
  await correct({ phone: "(217) 555-0100" });
  const again = await book(site, { meetingTime: "11:00 AM" });
  expect(again.statusCode).toBe(201);
});

test("a correction whose audit log entry cannot be written corrects nothing", async () => {
  const { site, call, id, correct } = await siteWithBooking();
  await refuseInserts(site, "history", "new.action = 'corrected'");
  expect((await correct()).statusCode).toBe(500);
  const { booking } = (await call("GET", `/api/bookings/${id}/details`)).json();
  expect(booking).toMatchObject({ firstName: "Renée", version: 1 });
});

test("an unknown booking is not found", async () => {
  const { call } = await siteWithBooking();
  for (const id of ["0123456789abcdefghjkmnpqrs", "nothing"])
    expect((await call("PATCH", `/api/bookings/${id}/correction`, CORRECTION)).statusCode).toBe(404);
});
