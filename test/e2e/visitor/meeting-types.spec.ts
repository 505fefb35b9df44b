// What the company says of its meetings, from the owner's switches to what the visitor reads.
import { findPart } from "../../mime.ts";
import { openDays as allOpenDays, bookMeeting } from "../../programs/requests.ts";
import { expectAccessible } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { callAsAdmin } from "../offers.ts";
import { linkIn, mailAbout } from "../outbox.ts";
import { ADMIN_EMAIL, expect, startSite, stopSite, test } from "../site.ts";

const LINK = "https://video.example/room?pwd=a&b";
const EMAIL = "renee@example.com";

const optionsOf = (html: string, name: string) =>
  [
    ...(new RegExp(`<select[^>]*name="${name}".*?</select>`, "s").exec(html)?.[0] ?? "").matchAll(/value="([^"]+)"/g),
  ].map(([, value = ""]) => value);

test("the owner switches types of meetings and states, by keyboard, and the forms and pages say no more and no less", async ({
  phone: page,
}) => {
  const site = await startSite();
  const read = async (path: string) => (await (await fetch(`${site.url}${path}`)).text()).replaceAll("<!-- -->", "");
  const shipped = await read("/book-meeting");
  expect(optionsOf(shipped, "propertyAddress.state")).toHaveLength(50);
  expect(optionsOf(shipped, "meetingType")).toEqual(["in-person-property", "in-person-office", "virtual", "phone"]);
  await signInAsAdmin(page, site, `${site.url}/admin/site?section=rules`);
  await page.getByRole("checkbox", { name: "In person at our office" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("checkbox", { name: "The territories" }).focus();
  await page.keyboard.press("Space");
  await page.getByLabel("Link of video calls").selectOption("company");
  await expect(page.getByText("Guests can meet")).toBeVisible();
  await page.getByRole("button", { name: "Publish" }).press("Enter");
  await expect(page.getByLabel("The company’s link")).toHaveAccessibleDescription(/Please enter the link/);
  await page.getByLabel("The company’s link").fill(LINK);
  // Nothing lies half below the header.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Publish" }).press("Enter");
  // Disabled until the effects are known.
  await expect(page.getByRole("button", { name: "Publish Now" })).toBeEnabled();
  await page.getByRole("button", { name: "Publish Now" }).press("Enter");
  await expect(page.getByText("Published. Your site shows it now.")).toBeVisible();

  const form = await read("/book-meeting");
  expect(optionsOf(form, "meetingType")).toEqual(["in-person-property", "virtual", "phone"]);
  expect(optionsOf(form, "propertyAddress.state")).toHaveLength(55);
  expect(await read("/contact")).toContain("Meetings are free, at your house, by video or by phone.");
  for (const path of ["/", "/book-meeting", "/contact", "/login"])
    expect(await read(path)).not.toContain("video.example");
  await stopSite(site);
});

test("a link that staff type reaches the visitor by e-mail and on the page behind the e-mail, and not the confirmation page", async ({
  phone: page,
  site,
}) => {
  const day = (await allOpenDays(site)).at(3)?.date ?? "";
  const { id, manageUrl } = await bookMeeting(site, {
    email: EMAIL,
    meetingType: "virtual",
    meetingDate: day,
  });
  await page.goto(`/booking-confirmation/${id}`);
  await expect(page.getByRole("heading", { name: "Link of the video call" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(manageUrl);
  await expect(page.getByText(/The link comes by \w{3}, \w{3} \d/)).toBeVisible();

  await signInAsAdmin(page, site, `/admin/bookings?booking=${id}`);
  const details = page.getByRole("dialog", { name: "Booking Details" });
  await expect(details.getByText("Not told yet.")).toBeVisible();
  await details.getByLabel("Link of this meeting").fill("http://video.example");
  await page.keyboard.press("Enter");
  await expect(details.getByLabel("Link of this meeting")).toHaveAccessibleDescription(/begins with https/);
  await details.getByLabel("Link of this meeting").fill(LINK);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(details.getByRole("link", { name: LINK })).toBeVisible();
  await expect(details.getByLabel("Link of this meeting")).toBeFocused();
  await page.goto(`/admin/day-sheet?date=${day}`);
  await expect(page.getByRole("link", { name: LINK })).toHaveAttribute("href", LINK);

  const mail = await mailAbout(site, EMAIL, "The link for your meeting");
  expect(findPart(mail, "text/plain").text).toContain(LINK);
  await page.goto(linkIn(mail, "/manage-meeting"));
  await expect(page.getByRole("link", { name: LINK })).toHaveAttribute("href", LINK);
  await expectAccessible(page);
  await page.goto(`/booking-confirmation/${id}`);
  await expect(page.getByRole("heading", { name: "Link of the video call" })).toBeVisible();
  expect(await page.content()).not.toContain("video.example");
});

test("a link that is being edited does not replace a colleague's newer one without a word", async ({ page, site }) => {
  const { id } = await bookMeeting(site, { email: "two@example.com", meetingType: "virtual" });
  await signInAsAdmin(page, site, `/admin/bookings?booking=${id}`);
  const details = page.getByRole("dialog", { name: "Booking Details" });
  const field = details.getByLabel("Link of this meeting");
  const theirs = "https://video.example/theirs";
  await field.fill(LINK);
  await callAsAdmin(site, "PATCH", `/api/bookings/${id}/whereabouts`, { place: theirs, hostId: "" });
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(details.getByRole("link", { name: theirs })).toBeVisible();
  await field.press("Enter");
  await expect(details.getByText("Someone else has changed this.", { exact: true })).toBeVisible();
  await expect(details.getByRole("link", { name: theirs })).toBeVisible();
  await expect(field).toHaveValue(LINK);
  await field.press("Enter");
  await expect(details.getByRole("link", { name: LINK })).toBeVisible();
  await expect(details.getByText("Someone else has changed this.", { exact: true })).toHaveCount(0);
});

test("an admin has a link for video calls in the profile", async ({ page, site }) => {
  await signInAsAdmin(page, site, "/account");
  await expect(page.getByText(ADMIN_EMAIL).first()).toBeVisible();
  await page.getByLabel("Link for video calls").fill(LINK);
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.locator(".toast").last()).toContainText("Profile saved");
  await page.reload();
  await expect(page.getByLabel("Link for video calls")).toHaveValue(LINK);
});
