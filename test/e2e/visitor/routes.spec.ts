import { expect, test } from "../site.ts";

const PAGES = [
  "/",
  "/about",
  "/contact",
  "/book-meeting",
  "/booking-confirmation/anything",
  "/privacy",
  "/terms",
  "/accessibility",
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/invitation",
  "/confirm-email",
  "/undo-email",
];

test("every public page of the route table answers with a heading", { tag: "@drill" }, async ({ page }) => {
  for (const path of PAGES) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.locator("h1"), path).toHaveCount(1);
  }
});

test("a path that leads nowhere answers 404 with a page that helps", async ({ page }) => {
  const answer = await page.goto("/no-such-house");
  expect(answer?.status()).toBe(404);
  await expect(page.locator("h1")).toBeVisible();
});
