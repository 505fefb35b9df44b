import type { Page } from "@playwright/test";
import { expectAccessible, tabTo } from "../accessibility.ts";
import { mailTo } from "../outbox.ts";
import { expect, test } from "../site.ts";

const GOOD = { Name: "Zoë O’Brien", Email: "zoe@example.com", Message: "The roof leaks.\nDo you mind?" };

async function openForm(page: Page) {
  await page.goto("/contact");
  // The button can only send after hydration.
  await expect(sendButton(page)).toHaveAttribute("type", "submit");
}

async function fillIn(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}

function sendButton(page: Page) {
  return page.getByRole("button", { name: "Send Message" });
}

test("a message arrives, and mistakes are named, although what checks input does not load", async ({ page }) => {
  await page.route(/\/assets\/(validation|visitor-input)-/, (route) => route.abort());
  await openForm(page);
  await fillIn(page, { ...GOOD, Email: "zoe@" });
  await sendButton(page).click();
  await expect(page.locator("#email-error")).toHaveText("Please enter a valid email address");
  await page.getByLabel("Email", { exact: true }).fill(GOOD.Email);
  await sendButton(page).click();
  await expect(page.getByRole("heading", { name: "Thank you, Zoë O’Brien. Your message has arrived." })).toBeFocused();
});

test("a message arrives: toast, empty form, and what happens next has the focus", async ({ page, site }) => {
  await openForm(page);
  await fillIn(page, GOOD);
  await page.getByLabel("Phone").fill("312.555.0100");
  await page.getByLabel("Subject").selectOption({ label: "Cash Offer" });
  await sendButton(page).click();
  await expect(page.locator(".toast")).toContainText("Message Sent!");
  const panel = page.getByRole("heading", { name: "Thank you, Zoë O’Brien. Your message has arrived." });
  await expect(panel).toBeFocused();
  await expect(page.getByText("What happens next")).toBeVisible();
  for (const label of ["Name", "Email", "Message"])
    await expect(page.getByLabel(label, { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Subject")).toHaveValue("general");
  await expect.poll(() => mailTo(site, GOOD.Email)).not.toEqual([]);
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
});

test("a refused form says what is wrong, leads there, and takes it back once it is right", { tag: "@drill" }, async ({
  page,
}) => {
  await openForm(page);
  await page.getByLabel("Phone").fill("call me");
  await sendButton(page).click();
  const summary = page.getByRole("alert", { name: "There is a problem" });
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  const messages = [
    "Name is required",
    "Email is required",
    "Please enter a valid phone number",
    "Message is required",
  ];
  await expect(summary.getByRole("link")).toHaveText(messages);
  for (const message of messages) await expect(page.locator(".field-error", { hasText: message })).toBeVisible();
  await expectAccessible(page);
  await summary.getByRole("link", { name: "Email is required" }).click();
  const email = page.getByLabel("Email", { exact: true });
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription("Email is required");
  await email.fill("zoe@");
  await expect(email).toHaveAccessibleDescription("Please enter a valid email address");
  await email.fill("zoe@example.com");
  await expect(email).not.toHaveAttribute("aria-invalid");
  await fillIn(page, { Name: GOOD.Name, Message: GOOD.Message });
  await page.getByLabel("Phone").fill("");
  await expect(summary).toBeHidden();
  await expect(page).not.toHaveTitle(/^Error: /);
});

test("a whole message needs nothing but the keyboard", async ({ page }) => {
  await openForm(page);
  await tabTo(page, "#name");
  await page.keyboard.type(GOOD.Name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(GOOD.Email);
  await tabTo(page, "select");
  await page.keyboard.type("Cash");
  await page.keyboard.press("Tab");
  await page.keyboard.type("The roof leaks.");
  await tabTo(page, "[type=submit]");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `Thank you, ${GOOD.Name}.` })).toBeFocused();
});

test("a failed submit keeps all input and says so until the next try", { tag: "@drill" }, async ({ page }) => {
  const keys: (string | undefined)[] = [];
  await page.route("/api/contact", (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    return keys.length < 3 ? route.fulfill({ status: 500, body: "<h1>Bad gateway</h1>" }) : route.continue();
  });
  await openForm(page);
  await fillIn(page, GOOD);
  await sendButton(page).click();
  await expect(page.locator(".toast")).toContainText("Failed to send message. Please try again.");
  await page.locator(".toast").getByRole("button", { name: "Close message" }).click();
  await expect(page.locator("form .note")).toContainText("Failed to send message. Please try again.");
  for (const [label, value] of Object.entries(GOOD))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  await sendButton(page).click();
  await expect.poll(() => keys.length).toBe(2);
  await sendButton(page).click();
  await expect(page.locator(".toast")).toContainText("Message Sent!");
  expect(new Set(keys).size).toBe(1);
});

test("what was typed outlives a reload", async ({ page }) => {
  await openForm(page);
  await fillIn(page, GOOD);
  await page.getByLabel("Subject").selectOption("offer");
  await page.reload();
  for (const [label, value] of Object.entries(GOOD))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  await expect(page.getByLabel("Subject")).toHaveValue("offer");
});

test("a double click sends once", async ({ page }) => {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  await openForm(page);
  await fillIn(page, GOOD);
  await sendButton(page).dblclick();
  await expect(page.locator(".toast")).toContainText("Message Sent!");
  expect(posts).toEqual(["/api/contact"]);
});

test("input from before hydration stays, and never ends up in the URL", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/contact\.entry/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/contact", { waitUntil: "load" });
  await fillIn(page, { Name: GOOD.Name, Email: GOOD.Email });
  await page.getByLabel("Email", { exact: true }).press("Enter");
  await sendButton(page).click();
  await expect(page).toHaveURL("/contact");
  release();
  await expect(sendButton(page)).toHaveAttribute("type", "submit");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(GOOD.Name);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(GOOD.Email);
  await expect(page).toHaveURL("/contact");
});

test("every field tells browsers and password managers what it is", async ({ page }) => {
  await page.goto("/contact");
  for (const [label, attributes] of Object.entries({
    Name: { type: "text", autocomplete: "name" },
    Email: { type: "email", autocomplete: "email", inputmode: "email", spellcheck: "false" },
    "Phone (optional)": { type: "tel", autocomplete: "tel-national", inputmode: "tel" },
    Message: { autocomplete: "off" },
  }))
    for (const [name, value] of Object.entries(attributes))
      await expect(page.getByLabel(label, { exact: true }), `${label} ${name}`).toHaveAttribute(name, value);
});

test("the live map loads only when a visitor opens it", async ({ page, site }) => {
  const foreign: string[] = [];
  await page.route(
    (url) => url.origin !== site.url,
    (route) => {
      foreign.push(new URL(route.request().url()).host);
      return route.abort();
    },
  );
  await page.goto("/contact");
  await page.getByRole("heading", { name: "Where it is" }).scrollIntoViewIfNeeded();
  await expect(page.getByRole("link", { name: "Get directions" })).toHaveAttribute("href", /openstreetmap/);
  expect(foreign).toEqual([]);
  await page.getByText("Open live map").click();
  await expect.poll(() => foreign).toEqual(["www.openstreetmap.org"]);
});
