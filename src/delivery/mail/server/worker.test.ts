import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findBooking, insertBookings } from "#inquiries/bookings/server/store.ts";
import { setBookingStatus } from "#test/accounts.ts";
import { aboveDatabase, isDrill } from "#test/drill.ts";
import { findPart, header, parseMime } from "#test/mime.ts";
import type { BookingChanges } from "#test/people.ts";
import { spawnWorker } from "#test/programs/processes.ts";
import { book, bookMeeting, sendContactMessage } from "#test/requests.ts";
import { databaseOf, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";
import type { ReceivedMail } from "#test/smtp.ts";
import { withdrawMail } from "./store.ts";

const OFF = { RATE_LIMIT: "off" };
const HOUR = 3600;
const VISITOR = "renee@example.com";
const STAFF = "hello@porchlight.example";
const A_DAY_BEFORE = "2026-11-24T16:00:00.000Z";
const MEETING = "2026-11-25T16:00:00.000Z";

/** Books without the reminder to staff, which has its own tests. */
async function bookWithoutStaffReminder(site: TestSite, changes: BookingChanges = {}): Promise<string> {
  const { id } = await bookMeeting(site, changes);
  await site.database.transaction((trx) => withdrawMail(trx, id, ["booking-overdue"], site.clock.now()));
  return id;
}

function subjects(mails: ReceivedMail[]): string[] {
  return mails.map(({ raw }) => header(parseMime(raw), "subject")).sort();
}

async function states(site: TestSite): Promise<Record<string, string>> {
  const rows = await site.database.read.selectFrom("mails").select(["kind", "state"]).execute();
  return Object.fromEntries(rows.map(({ kind, state }) => [kind, state]));
}

test("a booking sends a confirmation and a notice to staff, each once, and schedules a reminder", async () => {
  const { site, smtp } = await startSiteWithMail({ env: OFF });
  await bookWithoutStaffReminder(site);
  await site.site.mail.sendDue();
  await site.site.mail.sendDue();
  expect(smtp.mails.map(({ to }) => to.join()).sort()).toEqual([STAFF, VISITOR]);
  expect(await states(site)).toEqual({
    "booking-confirmation": "sent",
    "booking-staff-notice": "sent",
    "booking-reminder": "waiting",
    "booking-overdue": "withdrawn",
  });
});

test("mail goes out right after the booking, without waiting for the next poll", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { ...OFF, WORKER_POLL_SECONDS: "3600" } });
  site.site.mail.start();
  await bookWithoutStaffReminder(site);
  await smtp.received(2);
});

test("a refused booking enqueues nothing", async () => {
  const { site, smtp } = await startSiteWithMail({ env: OFF });
  await bookWithoutStaffReminder(site);
  const answer = await book(site, { email: "late@example.com", phone: "217 555 0999" });
  expect(answer.statusCode).toBe(409);
  await site.site.mail.sendDue();
  expect(smtp.mails.flatMap(({ to }) => to)).not.toContain("late@example.com");
  expect(smtp.mails).toHaveLength(2);
});

aboveDatabase("the reminder goes out 24 hours before the meeting and only once", async () => {
  const { site, smtp } = await startSiteWithMail({ env: OFF });
  await bookWithoutStaffReminder(site);
  await site.site.mail.sendDue();
  site.clock.set("2026-11-24T15:59:59.000Z");
  await site.site.mail.sendDue();
  expect(smtp.mails).toHaveLength(2);
  site.clock.set(A_DAY_BEFORE);
  await site.site.mail.sendDue();
  site.clock.advance(HOUR);
  await site.site.mail.sendDue();
  expect(smtp.mails).toHaveLength(3);
  expect(subjects(smtp.mails)).toContain("Reminder: your meeting on Wed, Nov 25 at 10:00 AM CT");
});

test("a clock that jumps, back and forth, repeats no mail and loses none", async () => {
  const { site, smtp } = await startSiteWithMail({ env: OFF });
  await bookWithoutStaffReminder(site);
  await site.site.mail.sendDue();
  for (const jump of [-HOUR, 2 * HOUR, -HOUR, 48 * HOUR, -48 * HOUR]) {
    site.clock.advance(jump);
    await site.site.mail.sendDue();
    expect(smtp.mails).toHaveLength(2);
  }
  site.clock.set(A_DAY_BEFORE);
  await site.site.mail.sendDue();
  for (const jump of [-HOUR, 2 * HOUR, -25 * HOUR, 48 * HOUR]) {
    site.clock.advance(jump);
    await site.site.mail.sendDue();
    expect(smtp.mails).toHaveLength(3);
  }
  expect(await states(site)).toMatchObject({ "booking-reminder": "sent" });
});

aboveDatabase("a meeting booked less than 24 hours ahead gets no reminder", async () => {
  const { site, smtp } = await startSiteWithMail({ now: "2026-11-24T16:00:01.000Z", env: OFF });
  await bookWithoutStaffReminder(site);
  site.clock.set("2026-11-25T15:00:00.000Z");
  await site.site.mail.sendDue();
  expect(smtp.mails).toHaveLength(2);
});

aboveDatabase(
  "after a downtime the reminder is sent late while the meeting is ahead, and not at all once it began",
  async () => {
    for (const { wakesAt, reminders } of [
      { wakesAt: "2026-11-25T15:59:00.000Z", reminders: 1 },
      { wakesAt: MEETING, reminders: 0 },
    ]) {
      const { site, smtp } = await startSiteWithMail({ env: OFF });
      await bookWithoutStaffReminder(site);
      site.clock.set(wakesAt);
      await site.site.mail.sendDue();
      expect(
        subjects(smtp.mails).filter((subject) => subject.startsWith("Reminder")),
        wakesAt,
      ).toHaveLength(reminders);
    }
  },
);

aboveDatabase(
  "a cancelled meeting gets the notice and no reminder; scheduled again, it gets its reminder back",
  async () => {
    const { site, smtp } = await startSiteWithMail({ env: OFF });
    const [cancelled, revived] = [
      await bookWithoutStaffReminder(site),
      await bookWithoutStaffReminder(site, { meetingTime: "11:00 AM", email: "two@example.com" }),
    ];
    for (const id of [cancelled, revived]) await setBookingStatus(site, id, { status: "Cancelled" });
    await setBookingStatus(site, revived, { status: "Scheduled" });
    site.clock.set("2026-11-24T18:00:00.000Z");
    await site.site.mail.sendDue();
    expect(
      smtp.mails.filter(({ to }) => to[0] === VISITOR).map(({ raw }) => header(parseMime(raw), "subject")),
    ).toEqual(["Cancelled: your meeting on Wed, Nov 25 at 10:00 AM CT"]);
    expect(subjects(smtp.mails.filter(({ to }) => to[0] === "two@example.com"))).toEqual([
      "Reminder: your meeting on Wed, Nov 25 at 11:00 AM CT",
      "Your meeting on Wed, Nov 25 at 11:00 AM CT",
    ]);
  },
);

aboveDatabase("the reminder follows a meeting that moves, there and back", async () => {
  const { site, smtp } = await startSiteWithMail({ env: OFF });
  const id = await bookWithoutStaffReminder(site);
  await setBookingStatus(site, id, { status: "Rescheduled", meetingDate: "2026-11-27", meetingTime: "9:30 AM" });
  site.clock.set(A_DAY_BEFORE);
  await site.site.mail.sendDue();
  expect(subjects(smtp.mails).filter((subject) => subject.startsWith("Reminder"))).toEqual([]);
  await setBookingStatus(site, id, { status: "Rescheduled", meetingDate: "2026-12-01", meetingTime: "10:00 AM" });
  await setBookingStatus(site, id, { status: "Rescheduled", meetingDate: "2026-11-27", meetingTime: "9:30 AM" });
  site.clock.set("2026-11-26T15:30:00.000Z");
  await site.site.mail.sendDue();
  site.clock.set("2026-11-30T20:00:00.000Z");
  await site.site.mail.sendDue();
  expect(subjects(smtp.mails).filter((subject) => subject.startsWith("Reminder"))).toEqual([
    "Reminder: your meeting on Fri, Nov 27 at 9:30 AM CT",
  ]);
});

aboveDatabase("a meeting that moves twice before its mail went out is announced once, with the last time", async () => {
  const { site, smtp } = await startSiteWithMail({ env: OFF });
  const id = await bookWithoutStaffReminder(site);
  await setBookingStatus(site, id, { status: "Rescheduled", meetingDate: "2026-11-27", meetingTime: "9:30 AM" });
  await setBookingStatus(site, id, { status: "Rescheduled", meetingDate: "2026-12-01", meetingTime: "10:00 AM" });
  await site.site.mail.sendDue();
  expect(subjects(smtp.mails.filter(({ to }) => to[0] === VISITOR))).toEqual([
    "Rescheduled: your meeting is on Tue, Dec 1 at 10:00 AM CT",
    "Your meeting on Tue, Dec 1 at 10:00 AM CT",
  ]);
});

aboveDatabase(
  "with the mail server away a booking is answered at once, and everything arrives when it is back",
  async () => {
    const { site, smtp } = await startSiteWithMail({ env: { ...OFF, MAIL_RETRY_SECONDS: "30" } });
    await smtp.close();
    site.site.mail.start();
    const startedAt = performance.now();
    for (const meetingTime of ["9:00 AM", "10:00 AM", "11:00 AM"])
      await bookWithoutStaffReminder(site, { meetingTime });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    await site.site.mail.sendDue();
    await smtp.open();
    site.clock.advance(31);
    await site.site.mail.sendDue();
    expect(smtp.mails).toHaveLength(6);
    expect(new Set(smtp.mails.map(({ raw }) => header(parseMime(raw), "message-id"))).size).toBe(6);
  },
);

aboveDatabase(
  "pauses between tries grow, and after a long outage mail arrives within minutes of the server's return",
  async () => {
    const { site, smtp } = await startSiteWithMail({ env: { ...OFF, MAIL_RETRY_SECONDS: "30" } });
    smtp.mode = "busy";
    await bookWithoutStaffReminder(site);
    await site.site.mail.sendDue();
    const pauses: number[] = [];
    for (let tries = 0; tries < 9; tries++) {
      const { next_try_at } = await site.database.read
        .selectFrom("mails")
        .select("next_try_at")
        .where("kind", "=", "booking-confirmation")
        .executeTakeFirstOrThrow();
      pauses.push((Date.parse(next_try_at) - site.clock.now().getTime()) / 1000);
      site.clock.set(next_try_at);
      await site.site.mail.sendDue();
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);

    smtp.mode = "accept";
    site.clock.advance(5 * 60);
    await site.site.mail.sendDue();
    expect(smtp.mails).toHaveLength(2);
  },
);

aboveDatabase("mail that a recipient's server refuses for good fails visibly and delays no other mail", async () => {
  const { site, smtp } = await startSiteWithMail({ env: OFF });
  smtp.mode = "refuse nobody";
  const id = await bookWithoutStaffReminder(site, { email: "nobody@example.com" });
  await bookWithoutStaffReminder(site, { meetingTime: "11:00 AM" });
  await site.site.mail.sendDue();
  expect(smtp.mails.map(({ to }) => to.join()).sort()).toEqual([STAFF, STAFF, VISITOR]);
  const failed = await site.database.read.selectFrom("mails").selectAll().where("state", "=", "failed").execute();
  expect(failed).toMatchObject([{ record_id: id, kind: "booking-confirmation", recipient: "nobody@example.com" }]);
  expect(failed[0]?.last_error).toContain("550");
});

aboveDatabase("a mail that no server accepts for two days fails", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { ...OFF, MAIL_RETRY_SECONDS: "3600" } });
  smtp.mode = "busy";
  await bookWithoutStaffReminder(site, { meetingDate: "2026-12-15" });
  await site.site.mail.sendDue();
  for (let hours = 0; hours <= 48; hours += 2) {
    site.clock.advance(2 * HOUR);
    await site.site.mail.sendDue();
  }
  expect(await states(site)).toMatchObject({ "booking-confirmation": "failed", "booking-staff-notice": "failed" });
});

aboveDatabase(
  "a notice that the mail server held up says how long ago its news came in; mail to visitors does not",
  async () => {
    const { site, smtp } = await startSiteWithMail({ env: OFF });
    await smtp.close();
    const leads = [
      { name: "Ada", minutesAgo: 24 * 60, says: "This came in 24 hours ago." },
      { name: "Bo", minutesAgo: 90, says: "This came in 90 minutes ago." },
      { name: "Cy", minutesAgo: 9, says: undefined },
    ];
    const end = site.clock.now().getTime() + 24 * HOUR * 1000;
    for (const { name, minutesAgo } of leads) {
      site.clock.set(new Date(end - minutesAgo * 60_000).toISOString());
      await sendContactMessage(site, { name, email: `${name.toLowerCase()}@example.com` });
      await site.site.mail.sendDue();
    }
    site.clock.set(new Date(end).toISOString());
    await smtp.open();
    // After a long time only one mail is tried first.
    await site.site.mail.sendDue();
    await site.site.mail.sendDue();
    const lateWords = (mails: ReceivedMail[]) =>
      mails.map(({ raw }) => /This came in [^.]*\./.exec(findPart(parseMime(raw), "text/plain").text)?.[0]);
    const notices = smtp.mails.filter(({ raw }) => header(parseMime(raw), "subject").startsWith("New message"));
    for (const { name, says } of leads)
      expect(lateWords(notices.filter(({ raw }) => header(parseMime(raw), "subject").includes(name))), name).toEqual([
        says,
      ]);
    const acknowledgements = smtp.mails.filter(({ to }) => to[0]?.endsWith("@example.com"));
    expect(lateWords(acknowledgements)).toEqual([undefined, undefined, undefined]);
  },
);

aboveDatabase("a site that was off for days retries mail that it had just started to retry", async () => {
  const { site, smtp } = await startSiteWithMail({ env: OFF });
  smtp.mode = "busy";
  await bookWithoutStaffReminder(site, { meetingDate: "2026-12-15" });
  await site.site.mail.sendDue();
  site.clock.advance(72 * HOUR);
  await site.site.mail.sendDue();
  smtp.mode = "accept";
  site.clock.advance(HOUR);
  await site.site.mail.sendDue();
  expect(smtp.mails).toHaveLength(2);
});

aboveDatabase("a silent mail server does not hold up the stop, and its mail is sent after the next start", async () => {
  const { site, smtp } = await startSiteWithMail({ env: OFF });
  smtp.mode = "silence";
  site.site.mail.start();
  await bookWithoutStaffReminder(site);
  const startedAt = performance.now();
  await site.site.mail.stop();
  expect(performance.now() - startedAt).toBeLessThan(8_000);

  smtp.mode = "accept";
  const next = await startSite({
    env: { ...OFF, ...databaseOf(site), SMTP_URL: smtp.url },
    now: "2026-11-20T16:00:00.000Z",
  });
  await next.site.mail.sendDue();
  expect(smtp.mails).toHaveLength(2);
});

test("a message that was taken without an answer is repeated once, recognisably the same", async () => {
  const { site, smtp } = await startSiteWithMail({ env: OFF });
  smtp.mode = "hang after data";
  site.site.mail.start();
  await bookWithoutStaffReminder(site);
  await smtp.received(2);
  await site.site.mail.stop();

  smtp.mode = "accept";
  const next = await startSite({
    env: { ...OFF, ...databaseOf(site), SMTP_URL: smtp.url },
    now: "2026-11-20T16:00:00.000Z",
  });
  await next.site.mail.sendDue();
  await next.site.mail.sendDue();
  expect(smtp.mails).toHaveLength(4);
  const identities = smtp.mails.map(({ raw }) =>
    [header(parseMime(raw), "message-id"), header(parseMime(raw), "date")].join(),
  );
  expect(new Set(identities).size).toBe(2);
});

test("two processes send all reminders that are due at once, each once", async () => {
  const reminders = isDrill ? 200 : 50;
  const { site, smtp } = await startSiteWithMail({ env: OFF });
  await seedReminders(site, reminders);
  const workers = [1, 2].map(() => spawnWorker(site, { SMTP_URL: smtp.url, NOW: A_DAY_BEFORE }));
  await smtp.received(reminders);
  await Promise.all(workers.map((worker) => [worker.kill("SIGTERM"), once(worker, "exit")][1]));
  expect(smtp.mails).toHaveLength(reminders);
  expect(new Set(smtp.mails.map(({ to }) => to[0])).size).toBe(reminders);
  const { count } = await site.database.read
    .selectFrom("mails")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("state", "=", "sent")
    .executeTakeFirstOrThrow();
  expect(count).toBe(reminders);
});

aboveDatabase("without SMTP_URL each message is one file that mail programs open", async () => {
  const site = await startSite();
  await bookWithoutStaffReminder(site);
  await site.site.mail.sendDue();
  const folder = join(site.config.dataDir, "outbox");
  const files = readdirSync(folder);
  expect(files).toHaveLength(2);
  expect(files.every((file) => file.endsWith(".eml"))).toBe(true);
  const message = parseMime(
    readFileSync(join(folder, files.find((file) => file.includes("confirmation")) ?? ""), "utf8"),
  );
  expect(header(message, "to")).toContain(VISITOR);
  expect(findPart(message, "text/html").text).toContain("You’re booked.");
});

/** Bookings whose first mails are sent and whose reminders are all due at the same moment. */
async function seedReminders(site: TestSite, count: number): Promise<void> {
  const first = await bookWithoutStaffReminder(site);
  const pattern = await findBooking(site.database.read, first);
  if (!pattern) throw new Error("No such booking.");
  const template = await site.database.read
    .selectFrom("mails")
    .selectAll()
    .where("kind", "=", "booking-reminder")
    .executeTakeFirstOrThrow();
  const people = Array.from({ length: count }, (_, index) => ({
    id: first.slice(0, 20) + String(index).padStart(6, "0"),
    index,
  }));
  await site.database.transaction(async (trx) => {
    await trx.deleteFrom("mails").execute();
    await insertBookings(
      trx,
      people.map(({ id, index }) => ({ ...pattern, id, seat: index + 1, email: `seller${index}@example.com` })),
    );
    await trx
      .insertInto("mails")
      .values(people.map(({ id }) => ({ ...template, id, record_id: id })))
      .execute();
  });
}
