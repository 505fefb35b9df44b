import { connect } from "node:net";
import {
  agree,
  answers,
  chooseTime,
  expectTyped,
  fillIn,
  openBooking,
  openDays,
  submitButton,
  times,
  unfoldWords,
} from "../booking-form.ts";
import { expect, test } from "../site.ts";

const ATTRIBUTES = {
  "First name": { type: "text", autocomplete: "given-name", autocapitalize: "words" },
  "Last name": { type: "text", autocomplete: "family-name", autocapitalize: "words" },
  Email: { type: "email", autocomplete: "email", inputmode: "email", spellcheck: "false" },
  Phone: { type: "tel", autocomplete: "tel-national", inputmode: "tel" },
  "Preferred contact": { autocomplete: "off" },
  "ZIP code": { type: "text", autocomplete: "postal-code", inputmode: "numeric", maxlength: "10" },
  "Street address": { type: "text", autocomplete: "address-line1" },
  City: { type: "text", autocomplete: "address-level2" },
  State: { autocomplete: "address-level1" },
  "Property type": { autocomplete: "off" },
  "Current situation": { autocomplete: "off" },
  "Timeframe to sell": { autocomplete: "off" },
  "Meeting type": { autocomplete: "off" },
  "Additional information (optional)": { autocomplete: "off", rows: "4" },
} as const;

test("fields tell browsers, phones and password managers what they are", async ({ page }) => {
  await openBooking(page);
  await unfoldWords(page);
  await expect(answers(page)).toHaveCount(Object.keys(ATTRIBUTES).length);
  for (const [place, [label, attributes]] of Object.entries(ATTRIBUTES).entries()) {
    await expect(answers(page).nth(place), label).toHaveAccessibleName(label);
    for (const [name, value] of Object.entries(attributes))
      await expect(answers(page).nth(place), `${label}: ${name}`).toHaveAttribute(name, value);
  }
  await expect(page.getByLabel("State").locator("option")).toHaveCount(51);
  await expect(page.getByLabel("State").getByRole("option", { name: "Illinois (IL)" })).toHaveAttribute("value", "IL");
});

test("the form has four named parts, and says what may be left out", async ({ page }) => {
  await page.goto("/book-meeting");
  await expect(page.getByRole("heading", { name: "Pick a time" })).toBeVisible();
  for (const name of ["About you", "About the property", "Permission"])
    await expect(page.getByRole("group", { name })).toBeVisible();
  await expect(page.getByText("Everything is required unless it says optional.")).toBeVisible();
});

test("a phone number may be typed in any way and is shown in one, without a mask on the way", async ({ page }) => {
  await openBooking(page);
  const phone = page.getByLabel("Phone", { exact: true });
  for (const typed of ["(312) 555-0100", "312.555.0100", "+1 312 555 0100", "3125550100"]) {
    await phone.fill("");
    await phone.pressSequentially(typed);
    await expect(phone).toHaveValue(typed);
    await phone.blur();
    await expect(phone).toHaveValue("(312) 555-0100");
  }
  await phone.fill("call me");
  await phone.blur();
  await expect(page.getByText("Please enter a valid phone number")).toBeVisible();
  const zip = page.getByLabel("ZIP code", { exact: true });
  await zip.fill("02134-1234");
  await zip.blur();
  await expect(zip).toHaveValue("02134-1234");
  await expect(page.getByText("Please enter a valid ZIP code")).toBeHidden();
});

test("what changes is announced in places that were there before", async ({ page }) => {
  await openBooking(page);
  const slots = page.getByRole("region", { name: "Times" }).getByRole("status");
  await expect(slots).toHaveCount(1);
  await expect(slots).toHaveText("");
  await openDays(page).nth(1).click();
  await expect(page.locator("#slots-heading ~ [role=status]").first()).toHaveText(
    /^\d+ times? available for \w+day, \w+ \d+$/,
  );
  await expect(page.getByRole("heading", { name: /^\w+ \d{4}$/ })).toHaveAttribute("aria-live", "polite");
  await expect(times(page).first()).toHaveAccessibleName(/^\d+:\d\d AM, \w+day, \w+ \d+/);
});

test("the calendar begins at today's month and ends at the last day on offer", async ({ page, request }) => {
  await page.goto("/book-meeting");
  await expect(openDays(page).first()).toBeVisible();
  const { days } = await (await request.get("/api/bookings/available-days")).json();
  const next = page.getByRole("button", { name: "Next month" });
  await expect(page.getByRole("button", { name: "Previous month" })).toHaveAttribute(
    "aria-disabled",
    days[0].date.slice(0, 7) === days.find((day: { state: string }) => day.state === "open").date.slice(0, 7)
      ? "true"
      : /.*/,
  );
  for (let months = 0; months < 5 && (await next.getAttribute("aria-disabled")) !== "true"; months++)
    await next.click();
  await expect(page.locator(`[data-day="${days.at(-1).date}"]`)).toBeVisible();
  const beyond = page.locator(".day-beyond").first();
  if (await beyond.count()) await expect(beyond).toHaveAccessibleName(/not open for booking yet$/);
});

test("days and times are large enough for a thumb", { tag: "@drill" }, async ({ phone }) => {
  await openBooking(phone);
  await openDays(phone).nth(2).tap();
  await expect(times(phone).first()).toBeVisible();
  for (const target of await phone
    .locator(".day, .slot, main button, main select, main input:not([tabindex='-1'])")
    .all()) {
    if (!(await target.isVisible()) || (await target.getAttribute("type")) === "checkbox") continue;
    const box = await target.boundingBox();
    expect(Math.round(box?.height ?? 0), await target.evaluate((element) => element.outerHTML)).toBeGreaterThanOrEqual(
      44,
    );
  }
});

test("on a phone with fields filled in by the browser a booking takes at most twenty presses", async ({ phone }) => {
  await phone.addInitScript(() => {
    const presses = { total: 0 };
    Object.assign(window, { presses });
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => presses.total++, { capture: true });
  });
  await phone.goto("/book-meeting");
  await expect(openDays(phone).first()).toBeVisible();
  await phone.getByRole("button", { name: "Next month" }).tap();
  await openDays(phone).nth(20).tap();
  await times(phone).nth(4).tap();
  // The browser needs no press for what it knows by its autocomplete. A choice takes one to open and one to choose.
  for (const control of await answers(phone).and(phone.locator("[autocomplete]:not([autocomplete=off])")).all()) {
    const label = (await control.getAttribute("autocomplete")) ?? "";
    if (label === "address-level1") await control.selectOption("IL");
    else await control.fill(KNOWN_TO_BROWSER[label] ?? "");
  }
  let presses = 0;
  for (const control of await answers(phone).all())
    if ((await control.inputValue()) === "") {
      await control.selectOption({ index: 1 });
      presses += 2;
    }
  await phone.getByLabel("I agree to be contacted about my property").tap();
  await expect(submitButton(phone)).not.toHaveAttribute("aria-disabled");
  presses += await phone.evaluate(() => (window as unknown as { presses: { total: number } }).presses.total);
  await submitButton(phone).tap();
  await expect(phone).toHaveURL(/booking-confirmation/);
  expect(presses + 1).toBeLessThanOrEqual(20);
});

const KNOWN_TO_BROWSER: Record<string, string> = {
  "given-name": "Thea",
  "family-name": "Thumb",
  email: "thumb@example.com",
  "tel-national": "217 555 0123",
  "address-line1": "1422 Elm Street",
  "address-level2": "Springfield",
  "postal-code": "62704",
};

test("nothing moves while the calendar and the times arrive", async ({ page }) => {
  await page.addInitScript(() => {
    const shifts = { total: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.total += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const held = Promise.withResolvers<void>();
  await page.route("**/available-slots?date=*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/book-meeting");
  await expect(openDays(page).first()).toBeVisible();
  await openDays(page).first().click();
  await expect(page.locator("#slots-heading ~ * .skeleton").first()).toBeVisible();
  held.resolve();
  await expect(times(page).first()).toBeVisible();
  expect(
    await page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total),
  ).toBeLessThanOrEqual(0.01);
});

test("a server that does not answer is given up after fifteen seconds, with a word after three", async ({ page }) => {
  await page.clock.install();
  await openBooking(page);
  await chooseTime(page, { day: 10 });
  await fillIn(page);
  await agree(page);
  await page.route("**/api/bookings", () => {});
  await submitButton(page).click();
  await expect(page.getByRole("button", { name: "Confirming Booking..." })).toBeDisabled();
  await page.clock.runFor(3_100);
  await expect(page.getByText("This takes longer than usual")).toBeVisible();
  await page.clock.runFor(12_000);
  await expect(page.locator("form .note")).toContainText("Failed to book meeting. Please try again.");
  await expect(submitButton(page)).toBeEnabled();
  await expectTyped(page);
});

test("a message stays while the pointer is on it, and goes after five seconds", async ({ page }) => {
  await page.clock.install();
  await openBooking(page);
  await submitButton(page).click({ force: true });
  const toast = page.locator(".toast");
  await expect(toast).toBeVisible();
  await toast.hover();
  await page.clock.runFor(8_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.runFor(5_100);
  await expect(toast).toBeHidden();
});

test("pages carry a policy without inline scripts, and assets are kept for good", async ({ page, request }) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  for (const path of ["/", "/book-meeting", "/booking-confirmation/x", "/login", "/contact"]) {
    const answer = await page.goto(path);
    const headers = answer?.headers() ?? {};
    const policy = headers["content-security-policy"] ?? "";
    expect(policy, path).toMatch(/script-src 'self' 'sha256-/);
    expect(policy).not.toContain("unsafe-inline");
    for (const rule of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "frame-src 'self' https://www.openstreetmap.org",
      "require-trusted-types-for 'script'",
      "trusted-types service-worker",
    ])
      expect(policy).toContain(rule);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    const isForSearchEngines = ["/", "/book-meeting", "/contact"].includes(path);
    expect(headers["x-robots-tag"], path).toBe(isForSearchEngines ? undefined : "noindex");
    expect(headers["cache-control"]).toBe("no-cache");
    const again = await request.get(path, {
      headers: { "if-none-match": headers.etag ?? "", "accept-encoding": "br" },
    });
    expect(again.status()).toBe(304);
  }
  expect(violations).toEqual([]);
  await page.goto("/book-meeting");
  const script = await page.locator("script[src]").first().getAttribute("src");
  const asset = await request.get(script ?? "", { headers: { "accept-encoding": "br, gzip" } });
  expect(asset.headers()["cache-control"]).toContain("immutable");
  expect(asset.headers()["content-encoding"]).toBe("br");
});

test("what a policy refuses never happens, and the site gets a report", async ({ page }) => {
  await page.goto("/booking-confirmation/secret-id");
  const reported = page.waitForResponse((answer) => answer.url().endsWith("/api/policy-reports"));
  await page.evaluate(() => {
    try {
      const script = document.createElement("script");
      script.textContent = "document.title = 'injected'";
      document.body.append(script);
    } catch {
      // With trusted types, browsers refuse text before it becomes a script.
    }
  });
  expect((await reported).status()).toBe(200);
  expect(await page.title()).not.toBe("injected");
});

test("nothing but the built files can be reached, however the path is written", async ({ site, request }) => {
  for (const path of [
    "/.env",
    "/.git/config",
    "/package.json",
    "/src/app/main.ts",
    "/data/site.db",
    "/site.db",
    "/index.html",
    "/pages.json",
    "/assets/",
  ])
    expect((await request.get(path)).status(), path).toBe(404);
  const { hostname, port } = new URL(site.url);
  for (const path of [
    "/../package.json",
    "/assets/../../pages.json",
    "/%2e%2e/package.json",
    "/assets/..%2f..%2fpages.json",
    "//etc/passwd",
    "/\\..\\package.json",
    "/%00",
  ])
    expect(await rawStatus(hostname, Number(port), path), path).toMatch(/^HTTP\/1\.1 (400|404)/);
});

/** Requests a path exactly as written: HTTP clients normalise it. */
function rawStatus(host: string, port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    );
    let heard = "";
    socket.on("data", (chunk) => {
      heard += chunk;
    });
    socket.on("end", () => resolve(heard));
    socket.on("error", reject);
  });
}
