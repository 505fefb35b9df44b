import { expect, test } from "vitest";
import { setBookingStatus } from "#test/accounts.ts";
import { publishFacts } from "#test/published.ts";
import { bookMeeting, post } from "#test/requests.ts";
import { sentMails, startSiteWithMail, type TestSite } from "#test/server.ts";

const DAY_BEFORE = "2026-11-24T16:00:00.000Z";
const TWO_HOURS_BEFORE = "2026-11-25T14:00:00.000Z";
const HOUR_BEFORE = "2026-11-25T15:00:00.000Z";

const switchTo = (site: TestSite, secondReminder: boolean) =>
  publishFacts(site, (facts) => ({ ...facts, secondReminder }));

async function start(now?: string) {
  const given = await startSiteWithMail({ env: { RATE_LIMIT: "off" }, ...(now && { now }) });
  const { site } = given;
  const toVisitor = async () => (await sentMails(given)).filter(({ to }) => to === "renee@example.com");
  const remindersAt = async (instant: string) => {
    site.clock.set(instant);
    return (await toVisitor()).filter(({ subject }) => subject.startsWith("Reminder"));
  };
  return { site, toVisitor, remindersAt };
}

test("as shipped there is one reminder, and it says so", async () => {
  const { site, toVisitor, remindersAt } = await start();
  await bookMeeting(site);
  expect((await toVisitor())[0]?.text).toContain("A reminder comes 24 hours before the meeting.");
  const [first] = await remindersAt(DAY_BEFORE);
  expect(first?.text).toContain("It is the only reminder for this time.");
  expect(await remindersAt(HOUR_BEFORE)).toEqual([]);
});

test("switched on, each meeting has one two hours before as well, those that are made already too", async () => {
  const { site, toVisitor, remindersAt } = await start();
  const before = await bookMeeting(site, { meetingTime: "10:30 AM" });
  await switchTo(site, true);
  await bookMeeting(site);
  expect((await toVisitor()).at(-1)?.text).toContain("A reminder comes 24 hours and two hours before the meeting.");
  const first = await remindersAt("2026-11-24T16:30:00.000Z");
  expect(first).toHaveLength(2);
  for (const { text } of first) expect(text).toContain("Another one follows two hours before.");
  const [second] = await remindersAt(TWO_HOURS_BEFORE);
  expect(second?.subject).toBe("Reminder: your meeting on Wed, Nov 25 at 10:00 AM CT");
  expect(second?.text).toContain("It is the last reminder for this time.");
  expect(await remindersAt(TWO_HOURS_BEFORE)).toEqual([]);
  expect((await remindersAt("2026-11-25T14:30:00.000Z")).map(({ text }) => text).join()).toContain(before.id);
});

test("a meeting booked within a day gets the second one, and one booked within two hours none", async () => {
  const { site, toVisitor, remindersAt } = await start("2026-11-24T16:00:01.000Z");
  await switchTo(site, true);
  await bookMeeting(site);
  expect((await toVisitor())[0]?.text).toContain("A reminder comes two hours before the meeting.");
  expect(await remindersAt(TWO_HOURS_BEFORE)).toHaveLength(1);
  site.clock.set("2026-11-25T13:59:00.000Z");
  await bookMeeting(site, { meetingTime: "4:00 PM" });
  expect(await remindersAt("2026-11-25T20:00:00.000Z")).toHaveLength(1);
});

test("the second one follows a move, and goes with a cancellation, a stop and the switch", async () => {
  const { site, remindersAt } = await start();
  await switchTo(site, true);
  const times = ["9:00 AM", "9:30 AM", "10:00 AM"] as const;
  const [moved, cancelled, stopped] = await Promise.all(times.map((meetingTime) => bookMeeting(site, { meetingTime })));
  const later = { meetingDate: "2026-11-30", meetingTime: "10:00 AM" };
  await setBookingStatus(site, moved?.id ?? "", { status: "Rescheduled", ...later });
  await setBookingStatus(site, cancelled?.id ?? "", { status: "Cancelled" });
  await post(site, `/stop-reminders/${stopped?.id}`);
  expect(await remindersAt("2026-11-25T16:00:00.000Z")).toEqual([]);
  expect(await remindersAt("2026-11-29T16:00:00.000Z")).toHaveLength(1);
  await switchTo(site, false);
  expect(await remindersAt("2026-11-30T14:00:00.000Z")).toEqual([]);
});

test("switched on together with a time zone in which meetings keep their moment, those made already have it too", async () => {
  const { site, toVisitor, remindersAt } = await start();
  await bookMeeting(site);
  await toVisitor();
  await publishFacts(site, (facts) => ({ ...facts, timeZone: "America/Menominee", secondReminder: true }));
  expect(await remindersAt(DAY_BEFORE)).toHaveLength(1);
  expect(await remindersAt(TWO_HOURS_BEFORE)).toHaveLength(1);
});
