// Both forms show at once what the server would refuse: an address in place of a name or a street.
import type { Page } from "@playwright/test";
import { expect, test } from "../site.ts";

const REFUSED = "Please leave out web and email addresses, and put a space after any dot";

for (const [path, fields] of [
  ["/book-meeting", ["First name", "Last name", "Street address", "City"]],
  ["/contact", ["Name"]],
] as const)
  test(`${path} asks for a name without an address, and takes it back once it is one`, async ({ page, phone }) => {
    for (const screen of [phone, page]) {
      await screen.goto(path);
      for (const label of fields) await expectRefusedUntilMended(screen, label);
      const overflow = await screen.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
  });

async function expectRefusedUntilMended(page: Page, label: string): Promise<void> {
  const field = page.getByRole("textbox", { name: label, exact: true });
  await expect(async () => {
    await field.fill("Claim $500 at evil.com");
    await field.blur();
    await expect(field).toHaveAccessibleDescription(REFUSED, { timeout: 500 });
  }).toPass();
  await field.fill("St.Louis");
  await expect(field).not.toHaveAttribute("aria-invalid");
}
