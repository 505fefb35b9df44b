// Limits what a stranger can send to a mailbox with the two public forms and the links they lead to.
import { expect, test } from "vitest";
import { setBookingStatus } from "#test/accounts.ts";
import { aboveDatabase } from "#test/drill.ts";
import { findPart, header, parseMime } from "#test/mime.ts";
import { book, bookMeeting, post, sendContactMessage, write } from "#test/requests.ts";
import { databaseEnvironment, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";

const VICTIM = "renee@example.com";
const HOUR = 3600;
const DAY = 24 * HOUR;

let visitors = 0;

/** Each post comes from another address, as from a botnet. */
function anyone() {
  visitors += 1;
  return { remoteAddress: `198.18.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}` };
}

async function start(env: Record<string, string> = {}) {
  const { site, smtp } = await startSiteWithMail({ env: { STAFF_EMAIL: "staff@porchlight.example", ...env } });
  /** How many visitors' mails earlier calls have returned. */
  let seen = 0;
  const arrived = async () => {
    await site.site.mail.sendDue();
    const mails = smtp.mails.filter(({ to }) => to[0] !== "staff@porchlight.example");
    const news = mails.slice(seen).map(({ raw }) => parseMime(raw));
    seen = mails.length;
    return news;
  };
  const subjects = async () => (await arrived()).map((mail) => header(mail, "subject").replace(/ CT$/, ""));
  return { site, arrived, subjects };
}

/** Moves the meeting to 10:00 AM of these days in turn. */
async function moveTo(site: TestSite, token: string, days: readonly string[], { from = 0, pause = 3 } = {}) {
  const answers = [];
  for (const [index, meetingDate] of days.entries()) {
    const payload = { token, sequence: from + index, meetingDate, meetingTime: "10:00 AM" };
    answers.push(await post(site, "/api/manage-meeting/move", payload, anyone()));
    await site.site.mail.sendDue();
    site.clock.advance(pause);
  }
  return answers;
}

const backAndForth = (times: number) => Array.from({ length: times }, (_, n) => (n % 2 ? "2026-12-02" : "2026-12-01"));

async function cancel(site: TestSite, token: string, sequence: number) {
  return post(site, "/api/manage-meeting/cancel", { token, sequence }, anyone());
}

aboveDatabase(
  "a stranger who moves a meeting back and forth causes one mail at once and one at the end of ten minutes",
  async () => {
    const { site, subjects } = await start();
    const { token } = await bookMeeting(site, {}, anyone());
    expect(await subjects()).toEqual(["Your meeting on Wed, Nov 25 at 10:00 AM"]);
    const answers = await moveTo(site, token, backAndForth(9));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(200));
    expect(await subjects()).toEqual(["Rescheduled: your meeting is on Tue, Dec 1 at 10:00 AM"]);
    await moveTo(site, token, ["2026-12-03"], { from: 9 });
    expect(await subjects()).toEqual([]);
    site.clock.advance(600 - 10 * 3 - 1);
    expect(await subjects()).toEqual([]);
    site.clock.advance(1);
    expect(await subjects()).toEqual(["Rescheduled: your meeting is on Thu, Dec 3 at 10:00 AM"]);
    site.clock.advance(DAY);
    expect(await subjects()).toEqual([]);
  },
);

aboveDatabase("the page shows the change at once, and when the delayed mail is sent", async () => {
  const { site } = await start();
  const { token } = await bookMeeting(site, {}, anyone());
  const [first, second] = await moveTo(site, token, ["2026-12-01", "2026-12-02"]);
  expect(first?.json()).toMatchObject({ notice: { at: "2026-11-20T15:00:00.000Z", isHeld: false } });
  expect(second?.json()).toMatchObject({
    message: "Your meeting is moved.",
    meeting: { meetingDate: "2026-12-02", sequence: 2 },
    notice: { at: "2026-11-20T15:10:00.000Z", isHeld: true },
  });
});

aboveDatabase("a cancellation is sent at once and replaces the delayed notice", async () => {
  const { site, subjects } = await start();
  const { token } = await bookMeeting(site, {}, anyone());
  await moveTo(site, token, backAndForth(3));
  await subjects();
  expect((await cancel(site, token, 3)).json().notice).toMatchObject({ isHeld: false });
  expect(await subjects()).toEqual(["Cancelled: your meeting on Tue, Dec 1 at 10:00 AM"]);
  site.clock.advance(DAY);
  expect(await subjects()).toEqual([]);
});

aboveDatabase("mail about a change by staff is sent at once, even while a visitor's notice is delayed", async () => {
  const { site, subjects } = await start();
  const { id, token } = await bookMeeting(site, {}, anyone());
  await moveTo(site, token, backAndForth(3));
  await subjects();
  for (const meetingDate of ["2026-12-07", "2026-12-08", "2026-12-09"]) {
    await setBookingStatus(site, id, { status: "Rescheduled", meetingDate, meetingTime: "9:00 AM" });
    expect(await subjects()).toHaveLength(1);
  }
  site.clock.advance(600);
  expect(await subjects()).toEqual([]);
});

test("a visitor moves one meeting ten times in 24 hours, cancels it all the same, and staff go on moving it", async () => {
  const { site } = await start();
  const { id, token } = await bookMeeting(site, {}, anyone());
  const answers = await moveTo(site, token, backAndForth(11), { pause: 3600 });
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(10).fill(200), 429]);
  const refused = answers.at(-1);
  expect(refused?.json()).toMatchObject({ success: false, code: "too_many_changes" });
  // The first of the ten was ten hours before.
  expect(Number(refused?.headers["retry-after"])).toBe(14 * HOUR);
  await setBookingStatus(site, id, { status: "Rescheduled", meetingDate: "2026-12-07", meetingTime: "9:00 AM" });
  // The first move leaves the window of 24 hours after thirteen more, and then one more move is possible.
  site.clock.advance(13 * HOUR);
  const [again, more] = await moveTo(site, token, ["2026-12-03", "2026-12-04"], { from: 11 });
  expect([again?.statusCode, more?.statusCode]).toEqual([200, 429]);
  expect((await cancel(site, token, 12)).statusCode).toBe(200);
});

test("one mailbox gets six such mails an hour and fifteen a day, however it is spelled; staff get every notice", async () => {
  const { site, subjects } = await start();
  const spellings = ["renee.obrien@gmail.com", "Renee.O.Brien+a@gmail.com", "reneeobrien+b@googlemail.com"];
  const writeOften = async (times: number) => {
    for (let n = 0; n < times; n++)
      await sendContactMessage(site, { email: spellings[n % spellings.length] }, anyone());
  };
  let arrived = 0;
  const nextHours = async (hours: number) => {
    const perHour = [];
    for (let hour = 0; hour < hours; hour++) {
      await writeOften(8);
      const count = (await subjects()).length;
      perHour.push(count);
      arrived += count;
      site.clock.advance(HOUR);
    }
    return perHour;
  };
  expect(await nextHours(5)).toEqual([6, 6, 3, 0, 0]);
  expect(arrived).toBe(15);
  // One acknowledgement replaces all delayed ones and is sent when the daily limit allows.
  site.clock.advance(19 * HOUR);
  expect(await subjects()).toEqual(["Your message has arrived (Cash Offer)"]);
  const notices = await site.database.read
    .selectFrom("mails")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("kind", "=", "contact-staff-notice")
    .executeTakeFirstOrThrow();
  expect(notices.count).toBe(40);
  await sendContactMessage(site, { email: "marcus@gmail.com" }, anyone());
  expect(await subjects()).toHaveLength(1);
});

aboveDatabase(
  "confirmation and cancellation of the first six bookings a day go at once, into a full mailbox too",
  async () => {
    const { site, subjects } = await start();
    for (let n = 0; n < 20; n++) await sendContactMessage(site, { email: VICTIM }, anyone());
    expect(await subjects()).toHaveLength(6);
    for (let round = 0; round < 6; round++) {
      const { token, confirmationAt } = await bookMeeting(
        site,
        { email: `renee+${round}@example.com`, phone: phone(round) },
        anyone(),
      );
      expect(confirmationAt).toBeUndefined();
      expect((await subjects()).map((subject) => subject.split(" ")[0])).toEqual(["Your"]);
      expect((await cancel(site, token, 0)).statusCode).toBe(200);
      expect((await subjects()).map((subject) => subject.split(" ")[0])).toEqual(["Cancelled:"]);
    }
  },
);

aboveDatabase("the mail of the seventh booking of a day is delayed, and then has the current state", async () => {
  const { site, subjects, arrived } = await start();
  await useUpBookings(site);
  expect(await subjects()).toHaveLength(12);
  for (let n = 0; n < 8; n++) await sendContactMessage(site, { email: VICTIM }, anyone());
  expect(await subjects()).toHaveLength(6);

  const { id, token, confirmationAt } = await bookMeeting(site, { phone: phone(7) }, anyone());
  // The delayed acknowledgement is sent first; both fit after the hour.
  expect(confirmationAt).toBe("2026-11-20T16:00:00.000Z");
  expect((await site.app.inject(`/api/bookings/${id}`)).statusCode).toBe(200);
  const [moved] = await moveTo(site, token, ["2026-12-01"]);
  expect(moved?.json().notice).toEqual({ at: "2026-11-20T16:00:00.000Z", isHeld: true });
  expect(await subjects()).toEqual([]);
  site.clock.advance(HOUR);
  const mails = await arrived();
  expect(mails.map((mail) => header(mail, "subject").slice(0, 26)).sort()).toEqual([
    "Your meeting on Tue, Dec 1",
    "Your message has arrived (",
  ]);
  const confirmation = mails.find((mail) => header(mail, "subject").startsWith("Your meeting"));
  expect(confirmation && findPart(confirmation, "text/plain").text).toContain("Tuesday, December 1, 2026");
});

aboveDatabase("a booking that is cancelled before its delayed confirmation sends mail to staff only", async () => {
  const { site, subjects } = await start();
  await useUpBookings(site);
  for (let n = 0; n < 6; n++) await sendContactMessage(site, { email: VICTIM }, anyone());
  await subjects();
  const { token } = await bookMeeting(site, { phone: phone(7) }, anyone());
  expect((await cancel(site, token, 0)).json().notice).toBeNull();
  site.clock.advance(2 * DAY);
  expect(await subjects()).toEqual([]);
});

aboveDatabase("mail that is stuck for days does not block new mail", async () => {
  const { site, subjects } = await start({ SMTP_URL: "smtp://127.0.0.1:1" });
  for (let n = 0; n < 8; n++) {
    expect((await write(site, { email: VICTIM }, anyone())).statusCode).toBe(201);
    site.clock.advance(4 * HOUR);
  }
  const { confirmationAt } = await bookMeeting(site, { email: VICTIM }, anyone());
  expect(confirmationAt).toBeUndefined();
  expect(await subjects()).toEqual([]);
});

test("two processes share a mailbox's limit, and merge their delayed mail", async () => {
  const env = { ...(await databaseEnvironment()), AUTH_SECRET: "test-secret-test-secret-test-secret!" };
  const [one, other] = [await startSite({ env }), await startSite({ env })];
  await Promise.all(Array.from({ length: 40 }, (_, n) => write(n % 2 ? one : other, { email: VICTIM }, anyone())));
  const mails = await one.database.read
    .selectFrom("mails")
    .select(["due_at", "state"])
    .where("kind", "=", "contact-acknowledgement")
    .where("state", "<>", "withdrawn")
    .execute();
  const due = mails.filter(({ due_at }) => due_at <= one.clock.now().toISOString());
  expect([due.length, mails.length]).toEqual([6, 7]);
});

test("all kinds of mail at once for one mailbox, in two processes: no deadlock, and the limit holds", async () => {
  const env = { ...(await databaseEnvironment()), AUTH_SECRET: "test-secret-test-secret-test-secret!" };
  const sites = [await startSite({ env }), await startSite({ env })] as const;
  const [site] = sites;
  const days = ["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04"];
  const meetings: { token: string }[] = [];
  for (let n = 0; n < 3; n++) meetings.push(await bookMeeting(site, { email: VICTIM, meetingDate: days[n] }, anyone()));
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const on = sites[n % 2] ?? site;
      const { token } = meetings[n % 3] ?? { token: "" };
      const slot = { meetingDate: days[n % 4], meetingTime: n % 5 ? "11:00 AM" : "10:00 AM" };
      switch (n % 4) {
        case 0:
          return post(on, "/api/manage-meeting/move", { token, sequence: 0, ...slot }, anyone());
        case 1:
          return write(on, { email: VICTIM }, anyone());
        case 2:
          return book(on, { email: n % 8 > 4 ? VICTIM : `p${n}@example.com`, ...slot }, anyone());
        default:
          return n > 40 ? cancel(on, token, 0) : post(on, "/api/manage-meeting/look-up", { token }, anyone());
      }
    }),
  );
  expect(answers.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body)).toEqual([]);
  const counted = await site.database.read
    .selectFrom("mails")
    .select(["due_at", "state"])
    .where("mailbox_key", "=", VICTIM)
    .where("state", "<>", "withdrawn")
    .execute();
  const concurrency = counted.filter(({ due_at }) => due_at <= site.clock.now().toISOString()).length;
  expect(concurrency).toBeGreaterThan(0);
  expect(concurrency).toBeLessThanOrEqual(6);
});

/** Uses up the six bookings per day whose mails are not limited. */
async function useUpBookings(site: TestSite): Promise<void> {
  for (let round = 0; round < 6; round++) {
    const { token } = await bookMeeting(site, { email: VICTIM, phone: phone(round) }, anyone());
    await site.site.mail.sendDue();
    await cancel(site, token, 0);
  }
}

function phone(n: number): string {
  return `217555${5000 + n}`;
}
