// What a visitor allows and stops, and what staff see of it.
import { readFileSync } from "node:fs";
import { bookMeeting, lastOpenDay, sendContactMessage } from "../../programs/requests.ts";
import { expectAccessible } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { agree, chooseTime, fillIn, openBooking, submitButton } from "../booking-form.ts";
import { linkIn, mailAbout } from "../outbox.ts";
import { expect, test } from "../site.ts";

test("texts have a box of their own for those who prefer them, and the admin sees what was allowed", {
  tag: "@drill",
}, async ({ page, phone, site }) => {
  test.setTimeout(90_000);
  const email = "tessa@example.com";
  await openBooking(phone);
  await chooseTime(phone, { day: 3 });
  await fillIn(phone, { "First name": "Tessa", Email: email, Phone: "217 555 0123" });
  const box = phone.getByLabel("Text me about my property and this meeting (optional)");
  await expect(box).toHaveCount(0);
  await phone.getByLabel("Preferred contact").selectOption("Text");
  await expect(box).not.toBeChecked();
  await expect(box).toHaveAccessibleDescription(/Message and data rates may apply\. Reply STOP/);
  await box.focus();
  await phone.keyboard.press("Space");
  await agree(phone);
  await expectAccessible(phone, "with the box for texts");
  await submitButton(phone).click();
  await expect(phone).toHaveURL(/\/booking-confirmation\//);

  await signInAsAdmin(page, site, `/admin/bookings?search=${email}`);
  await page.getByRole("button", { name: "View details: Tessa" }).click();
  const details = page.getByRole("dialog", { name: "Booking Details" });
  for (const allowed of ["Calls: allowed", "Text messages: allowed", "Email: allowed"])
    await expect(details.getByText(allowed)).toBeVisible();
});

test("who prefers texts before the page's script is there is asked too", async ({ page, site }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.url}/book-meeting`, { waitUntil: "commit" });
  await page.getByLabel("Preferred contact").selectOption("Text");
  release();
  await expect(page.getByLabel("Text me about my property")).toBeVisible();
});

test("a stop on the visitor's page marks the number for staff, who are asked before they call or copy it", {
  tag: "@drill",
}, async ({ page, phone, site }) => {
  test.setTimeout(90_000);
  const email = "sonia@example.com";
  const { manageUrl } = await bookMeeting(site, { firstName: "Sonia", email, meetingDate: await lastOpenDay(site) });
  // A frame that comes before the page has drawn the answer, as it does on a busy machine.
  await phone.addInitScript(() => {
    window.requestAnimationFrame = (callback) => {
      queueMicrotask(() => callback(performance.now()));
      return 0;
    };
  });
  await phone.goto(manageUrl);
  const stop = phone.getByRole("button", { name: "Stop calls" });
  await stop.focus();
  await phone.keyboard.press("Enter");
  await expect(phone.getByRole("button", { name: "Calls: stopped" })).toBeDisabled();
  await expect(phone.getByText("Done. It takes effect at once.")).toBeFocused();
  await expectAccessible(phone, "stopped on the meeting's page");

  await signInAsAdmin(page, site, `/admin/bookings?search=${email}`);
  await expect(page.getByText("Do not call").first()).toBeVisible();
  await page.locator('td a[href^="tel:"]').first().click();
  const ask = page.getByRole("dialog", { name: "Do not call" });
  await expect(ask.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(ask.getByRole("button", { name: "Call Anyway" })).toBeVisible();
  await expectAccessible(page, "asked before a call");
  await page.keyboard.press("Escape");
  await page
    .locator('td a[href^="tel:"]')
    .first()
    .evaluate((link) => {
      getSelection()?.selectAllChildren(link);
      link.dispatchEvent(new ClipboardEvent("copy", { bubbles: true, cancelable: true }));
    });
  await expect(page.getByRole("button", { name: "Copy Anyway" })).toBeVisible();
});

test("staff record a stop in a message, and the proof of the person is there to print", { tag: "@drill" }, async ({
  page,
  site,
}) => {
  test.setTimeout(90_000);
  const email = "orla.of.a.name.too.long.for.its.column@example.com";
  await sendContactMessage(site, { name: "Orla", email });
  await signInAsAdmin(page, site, `/admin/contacts?search=${email}`);
  await page.getByRole("button", { name: "View details: Orla" }).click();
  const details = page.getByRole("dialog", { name: "Contact Details" });
  await details.getByRole("button", { name: "Record a Stop" }).click();
  const dialog = page.getByRole("dialog", { name: "Record a Stop" });
  await dialog.getByRole("button", { name: "Record the Stop" }).click();
  await expect(dialog.getByText("Please choose what to stop").last()).toBeVisible();
  await expectAccessible(page, "record a stop, with mistakes");
  await dialog.getByLabel("Email").check();
  await dialog.getByLabel("How did they say it?").selectOption("By letter");
  await dialog.getByLabel("In which words?").fill("No more e-mail, please. – Orla");
  await dialog.getByRole("button", { name: "Record the Stop" }).click();
  await expect(dialog).toBeHidden();
  await expect(details.getByText("Email: stopped")).toBeVisible();
  await expect(details.getByText("Do not e-mail")).toBeVisible();

  // In the table too, where a long address is cut off.
  await page.keyboard.press("Escape");
  await expect(page.getByRole("table").getByText("Do not e-mail")).toBeInViewport();
  await page.getByRole("button", { name: "View details: Orla" }).click();

  await details.getByRole("link", { name: "Person: everything about Orla" }).click();
  await page.getByText(`Permissions, requests, export and erasure of ${email}`).click();
  const proof = page.getByRole("region", { name: "Permissions" });
  await expect(proof).toContainText("No more e-mail, please. – Orla");
  await expect(proof).toContainText("By letter");
  await expectAccessible(page, "the proof");
  const download = page.waitForEvent("download");
  await proof.getByRole("button", { name: "Save as JSON" }).click();
  const { lines } = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  expect(lines[0]).toMatchObject({ channel: "email", action: "revoked", said: "letter" });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(`About ${email}`)).toBeVisible();
  await expect(page.getByRole("region", { name: "Messages (1)" })).toBeHidden();
});

test("the link in a mail stops what its reader chooses, without a script, and a cut link stops nothing", async ({
  browser,
  site,
}) => {
  const email = "piet@example.com";
  await sendContactMessage(site, { name: "Piet", email });
  const link = linkIn(await mailAbout(site, email, "Your message"), "/stop/");
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(link.slice(0, -3));
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link is not complete.");
  const answer = await page.goto(link);
  expect(answer?.headers()["referrer-policy"]).toBe("no-referrer");
  await expect(page.getByLabel("Email")).toBeChecked();
  await page.getByLabel("Calls").check();
  await page.getByRole("button", { name: "Stop", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Done\./);
  await context.close();
});
