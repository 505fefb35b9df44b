import AxeBuilder from "@axe-core/playwright";
import { newBooking } from "../people.ts";
import { startSmtp } from "../smtp.ts";
import { ADMIN_EMAIL, expect, startSite, stopSite, test } from "./site.ts";

test("an admin sends a test e-mail, sees a failed one with its reason, and sends it again", async ({ browser }) => {
  const smtp = await startSmtp();
  smtp.mode = "refuse nobody";
  const site = await startSite({ SMTP_URL: smtp.url });
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  const { days } = await (await context.request.get("/api/bookings/available-days")).json();
  const open = days.filter((day: { state: string }) => day.state === "open").at(-1);
  await context.request.post("/api/bookings", {
    data: newBooking({ email: "nobody@example.com", meetingDate: open.date, meetingTime: "11:00 AM" }),
  });

  await page.goto("/admin/mail");
  await page.getByLabel("Email").fill(ADMIN_EMAIL);
  await page.getByLabel("Password", { exact: true }).fill(site.adminPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { name: "E-mail", level: 1 })).toBeVisible();

  await page.getByRole("button", { name: "Send a test e-mail" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Handed over" })).toBeVisible();
  expect(smtp.mails.some(({ raw }) => raw.includes("Subject: Test e-mail from"))).toBe(true);

  const failed = page.getByRole("region", { name: "Failed for good" });
  await expect(failed.getByText("nobody@example.com", { exact: true })).toBeVisible();
  await expect(failed.getByText("550")).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  }

  smtp.mode = "accept";
  await failed.getByRole("button", { name: "Retry" }).click();
  await expect(failed.getByText("No e-mail was given up.")).toBeVisible();
  await expect.poll(() => smtp.mails.flatMap(({ to }) => to)).toContain("nobody@example.com");

  await context.close();
  await smtp.close();
  await stopSite(site);
});
