import { bookMeeting } from "../../programs/requests.ts";
import { expectAccessible } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, startSite, stopSite, test } from "../site.ts";

test("an admin exports bookings, breaks a line, sees which, fixes it, and imports them into another site", {
  tag: "@drill",
}, async ({ browser, site }) => {
  await bookMeeting(site, { email: "renee@example.com" });
  await bookMeeting(site, { email: "tomas@example.com", phone: "217 555 0177", firstName: "Tomás" });
  const first = await browser.newPage({ baseURL: site.url });
  await signInAsAdmin(first, site, "/admin/bookings");
  const [download] = await Promise.all([
    first.waitForEvent("download"),
    first.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const file = Buffer.concat(chunks).toString("utf8");
  await first.close();

  const other = await startSite();
  const context = await browser.newContext({ baseURL: other.url });
  const page = await context.newPage();
  await signInAsAdmin(page, other);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Import" }).click();
  await expect(page.getByRole("heading", { name: "Import", level: 1 })).toBeFocused();
  const bookings = page.getByRole("region", { name: "bookings" });
  const check = bookings.getByRole("button", { name: "Check File" });
  await check.click();
  await expect(bookings.getByText("Please choose a file")).toBeVisible();

  await choose(file.replace("tomas@example.com", "tomas"));
  await check.click();
  await expect(bookings.getByRole("heading", { name: "Not ready to import" })).toBeFocused();
  await expect(bookings.getByRole("listitem")).toContainText(/Line \d+ Email: Please enter a valid email address/);
  await expect(bookings.getByRole("button", { name: /^Import/ })).toHaveCount(0);
  await expectAccessible(page);

  await choose(file.replace("Meeting type", "Kind"));
  await check.click();
  await expect(bookings.getByRole("alert")).toContainText("The file lacks the column Meeting type.");

  await choose(file);
  await check.click();
  await expect(bookings.getByRole("heading", { name: "Ready to import" })).toBeFocused();
  await bookings.getByRole("button", { name: /^Import/ }).click();
  await expect(bookings.getByRole("heading", { name: "Imported" })).toBeFocused();
  await bookings.getByRole("link", { name: "Look at the bookings" }).click();
  await page.getByLabel("Search").fill("renee@example.com");
  await expect(page.getByText("Renée O'Brien-Núñez").first()).toBeVisible();

  await page.goto("/admin/import");
  await choose(file);
  await check.click();
  await expect(bookings.getByRole("heading", { name: "Nothing to import" })).toBeFocused();
  await expect(bookings.getByText(/^All \d+ bookings in the file are there already\.$/)).toBeVisible();
  await choose(file.slice(0, file.indexOf("\r\n")));
  await check.click();
  await expect(bookings.getByText("There are no records in the file.")).toBeVisible();

  await context.close();
  await stopSite(other);

  async function choose(text: string): Promise<void> {
    await bookings
      .getByLabel("CSV file of bookings")
      .setInputFiles({ name: "bookings.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  }
});
