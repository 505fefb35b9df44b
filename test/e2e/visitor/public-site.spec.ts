// Public pages, except booking and messages.
import { expect, test } from "../site.ts";

test("How It Works glides on the home page and opens it first from elsewhere", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/about");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "How It Works" }).click();
  await expect(page).toHaveURL("/#how-it-works");
  await expect(page.getByRole("heading", { name: "How It Works" })).toBeInViewport();
  await expect(page.locator("#how-it-works")).toBeFocused();
  await expect(page.locator("#how-it-works")).toHaveCSS("outline-style", "none");
  await page.getByRole("link", { name: "Home", exact: true }).first().click();
  await expect(page).toHaveURL("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "How It Works" }).click();
  await expect(page).toHaveURL("/#how-it-works");
  await expect(page.getByRole("heading", { name: "How It Works" })).toBeInViewport();
});

test("the phone's menu opens, closes on Escape with the focus back, and closes after navigating", async ({ phone }) => {
  await phone.goto("/");
  const menu = phone.getByRole("button", { name: "Menu" });
  const signIn = phone.getByRole("link", { name: "Sign In" });
  await expect(signIn).toBeHidden();
  await menu.click();
  await expect(menu).toHaveAttribute("aria-expanded", "true");
  await expect(signIn).toBeVisible();
  await phone.keyboard.press("Escape");
  await expect(signIn).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await phone.getByRole("link", { name: "How It Works" }).click();
  await expect(signIn).toBeHidden();
  await expect(phone.getByRole("heading", { name: "How It Works" })).toBeInViewport();
});

test("the first Tab stop leads past the bar, and nothing focused hides under it", async ({ page }) => {
  for (const path of ["/", "/about", "/privacy"]) {
    await page.goto(path);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
    const bar = (await page.locator(".site-bar").boundingBox())?.height ?? 0;
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press("Tab");
      const place = await page.evaluate(() => {
        const focused = document.activeElement;
        return focused?.closest("main") ? focused.getBoundingClientRect().top : undefined;
      });
      if (place !== undefined) expect(place, `${path}, stop ${stop}`).toBeGreaterThanOrEqual(bar);
    }
  }
});

test("a stored theme applies from the first frame, whatever the device prefers", async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url, colorScheme: "light" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage.setItem("ui-theme", "dark");
    document.addEventListener("DOMContentLoaded", () => {
      document.documentElement.dataset.atFirst = getComputedStyle(document.documentElement).backgroundColor;
    });
  });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-at-first", "rgb(13, 23, 21)");
  await expect(page.locator("meta[name=theme-color]")).toHaveAttribute("content", "#0d1715");
  await context.close();
});

test("the toggle and the choice of three agree, and the choice outlives the page", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  const toggle = page.getByRole("button", { name: "Toggle light/dark theme" });
  await expect(page.getByRole("radio", { name: "System" })).toBeChecked();
  await toggle.click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await page.goto("/about");
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.getByRole("radio", { name: "Light" }).check();
  await expect(page.locator("html")).not.toHaveClass(/dark/);
  await page.getByRole("radio", { name: "System" }).check();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("an address typed on the home page travels along, and never through the address bar", async ({ page }) => {
  for (const go of [
    () => page.getByRole("link", { name: "Get Your Cash Offer" }).click(),
    () => page.getByRole("link", { name: "Book a Free Consultation" }).click(),
    () => page.getByLabel("Property address").press("Enter"),
  ]) {
    await page.goto("/");
    await page.getByLabel("Property address").fill("12 Óak Street");
    await go();
    await expect(page).toHaveURL("/book-meeting");
    await expect(page.getByLabel("Street address")).toHaveValue("12 Óak Street");
  }
});

test("the under-construction page shows the whole path, as text", async ({ page }) => {
  await page.goto("/under-construction/blog/first%20post");
  await expect(page.getByText("/under-construction/blog/first post")).toBeVisible();
  await page.goto("/under-construction/%3Cimg%20src=x%20onerror=alert(1)%3E");
  await expect(page.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  await expect(page.locator("main img")).toHaveCount(0);
  await page.getByRole("link", { name: "Go Back Home" }).click();
  await expect(page).toHaveURL("/");
});

test("foreclosure texts lead to free counseling", async ({ page }) => {
  for (const path of ["/", "/situations/foreclosure", "/terms"]) {
    await page.goto(path);
    await expect(page.locator("main a[href='tel:+18889954673']").first(), path).toBeVisible();
  }
});

test("the comparison promises nothing", async ({ page }) => {
  for (const path of ["/", "/about"]) {
    await page.goto(path);
    const text = (await page.locator("main").innerText()).toLowerCase();
    for (const banned of ["market value", "more money", "save thousands"]) expect(text).not.toContain(banned);
  }
  await page.goto("/");
  await expect(page.getByRole("cell", { name: "You may get a higher price" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every content page is whole and the menu is simply there", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ["/", "/about", "/contact", "/privacy", "/terms", "/accessibility", "/situations/divorce"]) {
      await page.goto(path);
      await expect(page.locator("h1"), path).toBeVisible();
      await expect(page.getByRole("link", { name: "About Us" }).first(), path).toBeVisible();
      await expect(page.getByRole("button", { name: "Menu" }), path).toBeHidden();
      await expect(page.getByRole("button", { name: "Toggle light/dark theme" }), path).toBeHidden();
    }
    await page.goto("/");
    await page.locator("summary", { hasText: "Will an agent" }).click();
    await expect(page.getByText("Quite possibly.")).toBeVisible();
    await page.goto("/contact");
    await expect(page.locator("noscript p")).toContainText("This form needs JavaScript.");
  });
});

test("nothing moves for people who asked for that", async ({ page }) => {
  for (const path of ["/about", "/contact", "/book-meeting", "/"]) {
    await page.goto(path);
    expect(await page.evaluate(() => document.getAnimations().length), path).toBe(0);
  }
  await page.getByRole("link", { name: "How It Works" }).first().click();
  await expect(page.getByRole("heading", { name: "How It Works" })).toBeInViewport();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});
