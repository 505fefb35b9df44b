import { bookMeeting } from "../../programs/requests.ts";
import { signatureOf, startReceiver } from "../../receiver.ts";
import { expectAccessible } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, startSite, stopSite, test } from "../site.ts";

test("an admin adds an endpoint; it fails twice, gets the third, and can tell that it comes from the site", {
  tag: "@drill",
}, async ({ browser }) => {
  const receiver = await startReceiver();
  const site = await startSite({ WEBHOOK_ALLOW_PRIVATE: "on", WORKER_POLL_SECONDS: "1" });
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await signInAsAdmin(page, site);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByRole("heading", { name: "Webhooks", level: 1 })).toBeFocused();
  await expect(page.getByText("No endpoints yet.")).toBeVisible();

  await page.getByRole("button", { name: "Add Endpoint" }).click();
  const form = page.getByRole("dialog", { name: "Add Endpoint" });
  await form.getByLabel("Name").fill("The CRM");
  await form.getByLabel("Address").fill("crm");
  await form.getByRole("checkbox", { name: "A message was sent" }).uncheck();
  await form.getByRole("button", { name: "Add Endpoint" }).click();
  await expect(form.getByRole("alert")).toContainText("Please enter an address that begins with https://");
  await expectAccessible(page);
  await form.getByLabel("Address").fill(receiver.url);
  await form.getByRole("button", { name: "Add Endpoint" }).click();
  const shown = page.getByRole("dialog", { name: "Signing Secret" });
  const secret = await shown.getByLabel("Secret of The CRM").inputValue();
  await shown.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: /Send Test.*The CRM/ }).click();
  const deliveries = page.getByRole("region", { name: "Deliveries" });
  await expect(deliveries.getByRole("listitem").filter({ hasText: "webhook.test" })).toContainText("Delivered (204)");

  receiver.received.length = 0;
  receiver.answer = (response, count) =>
    response.writeHead(count < 3 ? 503 : 200).end(count < 3 ? "Not now" : "Thanks");
  await bookMeeting(site, {});
  await receiver.until(2);
  await page.reload();
  const delivery = deliveries.getByRole("listitem").filter({ hasText: "booking.created" });
  await expect(delivery).toContainText("It answered 503");
  await expect(delivery).toContainText("2 tries");
  await delivery.getByText(/^Answer/).click();
  await expect(delivery.getByText("Not now")).toBeVisible();
  await expectAccessible(page);
  await delivery.getByRole("button", { name: "Send Now" }).click();
  await expect(delivery).toContainText("Delivered (200)");

  const third = receiver.received[2] as (typeof receiver.received)[number];
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(third.headers["webhook-signature"]).toBe(signatureOf(third, secret));
  expect(JSON.parse(third.body)).toMatchObject({ type: "booking.created", data: { status: "Scheduled" } });

  await context.close();
  await receiver.close();
  await stopSite(site);
});
