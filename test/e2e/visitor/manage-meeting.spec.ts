import ICAL from "ical.js";
import { currentFacts } from "#company/facts/facts.ts";
import { formatTime, timeOf, wallClock } from "#platform/dates.ts";
import { findPart, header, type MimePart } from "../../mime.ts";
import { openDays as allOpenDays, bookMeeting, freeTimes, post, sendContactMessage } from "../../programs/requests.ts";
import { expectAccessible } from "../accessibility.ts";
import { makeFeed, signInAsAdmin } from "../accounts.ts";
import { agree, chooseTime, fillIn, openBooking, openDays, submitButton, times } from "../booking-form.ts";
import { linkIn, mailAbout, mailTo } from "../outbox.ts";
import { expect, type RunningSite, startSite, stopSite, test } from "../site.ts";

/** Not today, when the first free time may be too close to be changed. */
async function changeableDay(site: RunningSite): Promise<string> {
  return (await allOpenDays(site)).at(2)?.date ?? "";
}

async function bookAndCancel(site: RunningSite, person: { email: string; phone: string }): Promise<void> {
  const { manageUrl } = await bookMeeting(site, { ...person, meetingDate: await changeableDay(site) });
  const token = new URL(manageUrl).hash.slice(1);
  const answer = await post(`${site.url}/api/manage-meeting/cancel`, { token, sequence: 0 });
  expect(answer.status).toBe(200);
}

function inviteIn(mail: MimePart) {
  const calendar = new ICAL.Component(ICAL.parse(findPart(mail, "text/calendar").text));
  const event = new ICAL.Event(calendar.getFirstSubcomponent("vevent") ?? undefined);
  return { method: calendar.getFirstPropertyValue("method"), sequence: event.sequence };
}

/** What a calendar program shows of one person from the feed: the company's wall clock, and SEQUENCE. */
async function inFeed(url: string, name: string): Promise<{ day: string; time: string; sequence: number }[]> {
  const calendar = new ICAL.Component(ICAL.parse(await (await fetch(url)).text()));
  return calendar
    .getAllSubcomponents("vevent")
    .map((component) => new ICAL.Event(component))
    .filter(({ summary }) => summary.startsWith(name))
    .map(({ startDate, sequence }) => {
      const { day, minutes } = wallClock(startDate.toJSDate(), currentFacts().timeZone);
      return { day, time: formatTime(timeOf(minutes)), sequence };
    });
}

test("a seller moves the meeting by the link in the mail, then cancels it, and everybody knows", async ({
  page,
  browser,
  site,
}) => {
  test.setTimeout(120_000);
  const email = "midnight@example.com";
  await openBooking(page);
  const first = await chooseTime(page, { day: 2, time: 1 });
  await fillIn(page, { "First name": "Nightly", "Last name": "Changer", Email: email, Phone: "(217) 555-0166" });
  await agree(page);
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/booking-confirmation\//);
  const confirmation = page.url();
  const link = linkIn(await mailAbout(site, email, "Your meeting on"), "/manage-meeting");
  await expect(page.getByRole("link", { name: "Change or Cancel" })).toHaveAttribute("href", link);
  const feed = await makeFeed(site);
  expect(await inFeed(feed, "Nightly Changer")).toEqual([{ ...first, sequence: 0 }]);

  const elsewhere = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
  const phone = await elsewhere.newPage();
  await phone.goto(confirmation);
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("You’re booked.");
  await expect(phone.getByRole("link", { name: "Change or Cancel" })).toHaveCount(0);

  const addresses: string[] = [];
  phone.on("request", (request) => addresses.push(request.url()));
  await phone.goto(link);
  const ticket = phone.getByRole("region", { name: "Your meeting" });
  await expect(ticket.locator("time")).toHaveAttribute("datetime", first.day);

  await phone.getByRole("button", { name: "Choose another time" }).click();
  await expect(phone.getByRole("heading", { name: "Choose another time" })).toBeFocused();
  await expect(openDays(phone).first()).toBeVisible();
  await phone.getByRole("button", { name: "Next month" }).click();
  await phone.getByRole("button", { name: "Move my meeting" }).click({ force: true });
  await expect(phone.locator(".toast")).toContainText("Please select a date and time for your meeting.");
  const second = await chooseTime(phone, { day: 4, time: 3 });
  await expectAccessible(phone);
  await phone.getByRole("button", { name: "Move my meeting" }).click();
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Your meeting is moved.");
  await expect(phone.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(ticket.locator("time")).toHaveAttribute("datetime", second.day);
  await expect(ticket).toContainText(second.time);
  expect(await freeTimes(site, first.day)).toContain(first.time);
  const notice = await mailAbout(site, email, "Rescheduled:");
  expect(inviteIn(notice)).toEqual({ method: "REQUEST", sequence: 1 });
  expect(linkIn(notice, "/manage-meeting")).toBe(link);
  expect(await inFeed(feed, "Nightly Changer")).toEqual([{ ...second, sequence: 1 }]);
  await mailAbout(site, "hello@porchlight.example", "Moved by the visitor: Nightly Changer");

  await signInAsAdmin(page, site, "/admin/bookings?search=Changer");
  await expect(page.locator("[data-record]")).toContainText(second.time);
  await expect(page.locator("[data-record]")).toContainText("Rescheduled");

  await phone.reload();
  await phone.getByRole("button", { name: "Cancel this meeting" }).click();
  await expect(phone.getByRole("heading", { name: "Cancel this meeting?" })).toBeFocused();
  await phone.getByLabel("Reason (optional)").fill("My brother keeps the house.");
  await expectAccessible(phone);
  await phone.getByRole("button", { name: "Yes, cancel it" }).click();
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("This meeting is cancelled.");
  await expect(phone.getByRole("link", { name: "Book a new meeting" })).toBeVisible();
  await phone.goto(confirmation);
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("This meeting is cancelled.");
  await expect(phone.getByRole("link", { name: "Book a new meeting" })).toHaveAttribute("href", "/book-meeting");
  await expect(phone.getByText("To change or cancel")).toHaveCount(0);
  expect(await freeTimes(site, second.day)).toContain(second.time);
  expect(inviteIn(await mailAbout(site, email, "Cancelled:"))).toEqual({ method: "CANCEL", sequence: 2 });
  expect(await inFeed(feed, "Nightly Changer")).toEqual([]);
  const toStaff = await mailAbout(site, "hello@porchlight.example", "Cancelled by the visitor: Nightly Changer");
  expect(findPart(toStaff, "text/plain").text).toContain("My brother keeps the house.");
  // The browser's request, without the fragment.
  expect(addresses.map((address) => address.split("#")[0]).join(" ")).not.toContain(link.split(".").at(-1));

  await page.reload();
  await page.getByRole("button", { name: "View details: Nightly Changer" }).click();
  const details = page.getByRole("dialog", { name: "Booking Details" });
  await expect(details).toContainText("My brother keeps the house.");
  await expect(details).toContainText("Status changed from Rescheduled to Cancelled");
  await expect(details).toContainText("the visitor");
  await elsewhere.close();
});

test("moved again at once, the page says how the meeting stands and when the e-mail follows", {
  tag: "@drill",
}, async ({ phone, site }) => {
  const email = "again@example.com";
  const { manageUrl } = await bookMeeting(site, { email, phone: "2175550167", meetingDate: await changeableDay(site) });
  await phone.goto(manageUrl);
  const heading = phone.getByRole("heading", { level: 1 });
  for (const [day, time] of [
    [3, 2],
    [5, 2],
  ] as const) {
    await phone.getByRole("button", { name: "Choose another time" }).click();
    // This month may have too few days left.
    await phone.getByRole("button", { name: "Next month" }).click();
    await chooseTime(phone, { day, time });
    await phone.getByRole("button", { name: "Move my meeting" }).click();
    await expect(heading).toHaveText("Your meeting is moved.");
  }
  await expect(phone.getByText(/we e-mail the new time to again@example\.com on \w{3}, \w{3} \d/)).toBeVisible();
  await mailAbout(site, email, "Rescheduled:");
  await phone.getByRole("button", { name: "Cancel this meeting" }).click();
  await phone.getByRole("button", { name: "Yes, cancel it" }).click();
  await expect(heading).toHaveText("This meeting is cancelled.");
  await mailAbout(site, email, "Cancelled:");
  expect(mailTo(site, email).filter((mail) => header(mail, "subject").startsWith("Rescheduled:"))).toHaveLength(1);
});

test("the page confirms a booking whose e-mail is delayed and says when it follows", { tag: "@drill" }, async ({
  browser,
}) => {
  const site = await startSite({ RATE_LIMIT: "on" });
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const email = "many@example.com";
    for (let round = 0; round < 6; round++) await bookAndCancel(site, { email, phone: `217555600${round}` });
    for (let message = 0; message < 7; message++) await sendContactMessage(site, { email });
    await openBooking(page);
    await chooseTime(page, { day: 2, time: 1 });
    await fillIn(page, { "First name": "Many", "Last name": "Times", Email: email, Phone: "(217) 555-0168" });
    await agree(page);
    await submitButton(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You’re booked.");
    await expect(page.getByText(/A confirmation email will be sent to many@example\.com on \w{3}, /)).toBeVisible();
    await expect(page.getByText("Your meeting stands as on this page.")).toBeVisible();
    await expect(page.getByText("It is on its way to")).toHaveCount(0);
    await expectAccessible(page);
  } finally {
    await context.close();
    await stopSite(site);
  }
});

test("a time that another visitor takes first leaves the meeting where it is; an outdated tab shows the current state", async ({
  page,
  context,
  site,
}) => {
  // Far enough ahead that it may be changed at any time of day.
  const date = (await allOpenDays(site)).at(-4)?.date ?? "";
  const { manageUrl, time } = await bookMeeting(site, { meetingDate: date, email: "slow@example.com" });
  await page.goto(manageUrl);
  await page.getByRole("button", { name: "Choose another time" }).click();
  await expect(openDays(page).first()).toBeVisible();
  await page.getByRole("button", { name: "Next month" }).click();
  const wanted = await chooseTime(page, { day: 5, time: 2 });
  await bookMeeting(site, { meetingDate: wanted.day, meetingTime: wanted.time, email: "thief@example.com" });
  await page.getByRole("button", { name: "Move my meeting" }).click();
  await expect(page.getByText("That time was just taken. Your meeting stays where it was.")).toBeVisible();
  const ticket = page.getByRole("region", { name: "Your meeting" });
  await expect(ticket).toContainText(time);
  await expect(ticket.locator("time")).toHaveAttribute("datetime", date);

  const other = await context.newPage();
  await other.goto(manageUrl);
  await other.getByRole("button", { name: "Cancel this meeting" }).click();
  await other.getByRole("button", { name: "Yes, cancel it" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("This meeting is cancelled.");
  await times(page).first().click();
  await page.getByRole("button", { name: "Move my meeting" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This meeting is cancelled.");
  await expect(page.getByText("This meeting was changed elsewhere.")).toBeVisible();

  await page.goto("/manage-meeting#0123456789abcdefghjkmnpqrs.wrong");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link is no longer valid");
});
