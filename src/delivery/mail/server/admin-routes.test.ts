import { expect, test } from "vitest";
import type { Mail } from "#delivery/mail/admin.ts";
import { addSignedIn } from "#test/accounts.ts";
import { bookMeeting } from "#test/requests.ts";
import { startSite, startSiteWithMail } from "#test/server.ts";

const start = () => startSiteWithMail({ env: { RATE_LIMIT: "off" } });

test("an admin sees a booking's sent and scheduled mail", async () => {
  const { site } = await start();
  const { call } = await addSignedIn(site);
  const { id } = await bookMeeting(site);
  await site.site.mail.sendDue();
  const { mails } = (await call("GET", `/api/mail/records/${id}`)).json();
  expect(mails).toMatchObject([
    { kind: "booking-staff-notice", state: "sent", settledAt: "2026-11-20T15:00:00.000Z", nextTryAt: null },
    { kind: "booking-confirmation", label: "Booking confirmation", state: "sent", transport: "smtp" },
    { kind: "booking-overdue", audience: "staff", state: "waiting", dueAt: "2026-11-20T15:05:00.000Z" },
    { kind: "booking-overdue", audience: "staff", state: "waiting", dueAt: "2026-11-20T15:15:00.000Z" },
    { kind: "booking-reminder", state: "waiting", dueAt: "2026-11-24T16:00:00.000Z", recipient: null },
  ]);
  expect((await call("GET", "/api/mail/records/none")).json()).toEqual({ success: true, mails: [] });
});

test("without a mail server, a mail in a file is distinguished from a sent one", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  const { id } = await bookMeeting(site);
  await site.site.mail.sendDue();
  const { mails } = (await call("GET", `/api/mail/records/${id}`)).json();
  expect(mails.map(({ state, transport }: Mail) => [state, transport])).toEqual([
    ["sent", "outbox"],
    ["sent", "outbox"],
    ["waiting", null],
    ["waiting", null],
    ["waiting", null],
  ]);
});

test("the reminders of a meeting that was moved say for which time each was", async () => {
  const { site } = await start();
  const { call } = await addSignedIn(site);
  const { id } = await bookMeeting(site);
  const move = { status: "Rescheduled", meetingDate: "2026-11-30", meetingTime: "2:30 PM", version: 1 };
  expect((await call("PATCH", `/api/bookings/${id}/status`, move)).statusCode).toBe(200);
  const { mails } = (await call("GET", `/api/mail/records/${id}`)).json();
  const reminders = mails.filter(({ kind }: Mail) => kind === "booking-reminder");
  expect(reminders.map(({ state, meeting }: Mail) => [state, meeting])).toEqual([
    ["withdrawn", { date: "2026-11-25", time: "10:00" }],
    ["waiting", { date: "2026-11-30", time: "14:30" }],
  ]);
  expect(mails[0]).toMatchObject({ kind: "booking-staff-notice", meeting: null });
});

test("a mail that was given up is listed with the reason, and goes out when an admin retries it", async () => {
  const { site, smtp } = await start();
  const { call } = await addSignedIn(site);
  smtp.mode = "refuse nobody";
  await bookMeeting(site, { email: "nobody@example.com" });
  await site.site.mail.sendDue();
  const failed = (await call("GET", "/api/mail/failed")).json();
  expect(failed).toMatchObject({ total: 1, mails: [{ state: "failed", lastError: expect.stringContaining("550") }] });

  smtp.mode = "accept";
  const retry = () => call("POST", `/api/mail/${failed.mails[0]._id}/retry`);
  expect((await retry()).json()).toMatchObject({ success: true, mail: { state: "waiting" } });
  await site.site.mail.sendDue();
  expect(smtp.mails.flatMap(({ to }) => to)).toContain("nobody@example.com");
  expect((await call("GET", "/api/mail/failed")).json()).toMatchObject({ total: 0, mails: [] });

  const second = await retry();
  expect(second.statusCode).toBe(409);
  expect(second.json()).toMatchObject({ code: "changed_meanwhile", mail: { state: "sent" } });
  expect((await call("POST", "/api/mail/unknown/retry")).statusCode).toBe(404);
});

test("every given-up mail can be retried at once", async () => {
  const { site, smtp } = await start();
  const { call } = await addSignedIn(site);
  smtp.mode = "refuse nobody";
  await bookMeeting(site, { email: "nobody@example.com" });
  await bookMeeting(site, { email: "nobody.else@example.com", meetingTime: "11:00 AM" });
  await site.site.mail.sendDue();
  smtp.mode = "accept";
  expect((await call("POST", "/api/mail/failed/retry")).json()).toEqual({ success: true, retried: 2 });
  await site.site.mail.sendDue();
  expect(smtp.mails).toHaveLength(4);
});

test("a test e-mail is sent like any other mail, and its state can be followed", async () => {
  const { site, smtp } = await start();
  const { call } = await addSignedIn(site);
  const sent = await call("POST", "/api/mail/test");
  expect(sent.statusCode).toBe(201);
  await site.site.mail.sendDue();
  expect(smtp.mails.map(({ to }) => to)).toEqual([["hello@porchlight.example"]]);
  const { mail } = (await call("GET", `/api/mail/${sent.json().mail._id}`)).json();
  expect(mail).toMatchObject({ kind: "test", state: "sent", recipient: "hello@porchlight.example" });
});

test("the status shows the mail server without its password, and what is stuck", async () => {
  const { site, smtp } = await start();
  const { call } = await addSignedIn(site);
  smtp.mode = "busy";
  await bookMeeting(site);
  await site.site.mail.sendDue();
  const { status } = (await call("GET", "/api/mail/status")).json();
  expect(status).toEqual({
    transport: "smtp",
    target: `127.0.0.1:${smtp.port}`,
    from: "hello@porchlight.example",
    staffEmail: "hello@porchlight.example",
    overdue: 2,
    lastError: expect.stringContaining("451"),
    failed: 0,
  });
});
