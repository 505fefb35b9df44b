import { readFile } from "node:fs/promises";
import { devices } from "@playwright/test";
import { expectAccessible } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, startSite, stopSite, test } from "../site.ts";

const MESSAGE = { Name: "Tomás Ahlgren", Email: "tomas@example.com", Message: "How much for my house?" };

test("an owner makes a link for a postcard; a visitor who follows it and writes counts for its campaign, also in the file", {
  tag: "@drill",
}, async ({ browser }) => {
  const site = await startSite();
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await signInAsAdmin(page, site, "/admin/analytics");
  await page.getByRole("link", { name: "Marketing", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Marketing Attribution", level: 1 })).toBeFocused();
  await expect(page.getByText("Nobody booked, wrote or called in this time")).toBeVisible();
  await expect(page.getByText("No short link yet.")).toBeVisible();
  await expectAccessible(page);

  // By keyboard only.
  await page.getByRole("button", { name: "Make Link" }).press("Enter");
  const form = page.getByRole("dialog", { name: "Create Short Link" });
  await expect(form.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Elm Street");
  await page.keyboard.press("Enter");
  await expect(form.getByRole("alert")).toContainText("Please use letters, digits and single hyphens only");
  await expect(form.getByRole("alert")).toContainText("Campaign is required");
  await expectAccessible(page);
  await form.getByLabel("Name").press("Control+a");
  await page.keyboard.type("Elm-Street");
  await page.keyboard.press("Tab");
  await page.keyboard.type("/contact");
  for (let field = 0; field < 3; field++) await page.keyboard.press("Tab");
  await page.keyboard.type("Spring Elm");
  await page.keyboard.press("Enter");
  await expect(form).toHaveCount(0);
  const link = page.getByRole("listitem").filter({ hasText: "/go/elm-street" });
  await expect(link).toContainText("Leads to /contact as postcard · print · Spring Elm");

  await link.getByRole("button", { name: /^QR Code/ }).press("Enter");
  await expect(page.getByRole("img", { name: `QR code of ${site.url}/go/elm-street` })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  // The browser's user agent contains "headless", which counts as a bot.
  const { userAgent } = devices["iPhone 15"];
  const visitor = await browser.newContext({ baseURL: site.url, userAgent });
  const visit = await visitor.newPage();
  await visit.goto("/GO/Elm-Street/");
  await expect(visit).toHaveURL(/\/contact\?utm_source=postcard&utm_medium=print&utm_campaign=Spring\+Elm$/);
  const send = visit.getByRole("button", { name: "Send Message" });
  await expect(send).toHaveAttribute("type", "submit");
  for (const [label, text] of Object.entries(MESSAGE)) await visit.getByLabel(label, { exact: true }).fill(text);
  await send.click();
  await expect(visit.getByRole("heading", { name: `Thank you, ${MESSAGE.Name}.` })).toBeVisible();
  const missing = await visit.goto("/go/never-printed");
  expect(missing?.status()).toBe(404);
  await expect(visit.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await visitor.cookies()).toEqual([]);
  await visitor.close();

  // With Global Privacy Control or Do Not Track nothing is stored, neither in links nor in the browser.
  for (const [header, name, value] of [
    ["sec-gpc", "globalPrivacyControl", true],
    ["dnt", "doNotTrack", "1"],
  ] as const) {
    const discreet = await browser.newContext({ baseURL: site.url, userAgent, extraHTTPHeaders: { [header]: "1" } });
    const discreetPage = await discreet.newPage();
    await discreetPage.goto("/?utm_source=before");
    expect(await discreetPage.evaluate(() => localStorage.getItem("visit-source"))).toContain("before");
    await discreet.addInitScript(
      (signal) => Object.defineProperty(Navigator.prototype, signal.name, { value: signal.value }),
      { name, value },
    );
    await discreetPage.goto("/go/elm-street");
    await expect(discreetPage).toHaveURL(/\/contact$/);
    expect(await discreetPage.evaluate(() => localStorage.getItem("visit-source")), name).toBeNull();
    await discreet.close();
  }

  await page.goto("/admin/campaigns?by=campaign");
  const report = page.getByRole("table", { name: "Leads by campaign, first visit, All time" });
  const row = report.getByRole("row", { name: /^spring elm/ });
  // Visits are written every two seconds.
  await expect(async () => {
    await page.reload();
    await expect(row.getByRole("cell").first()).toHaveText("1", { timeout: 1_000 });
  }).toPass();
  await expect(row.getByRole("cell")).toHaveText(["1", "1", "0", "0", "0", "0", "–Nothing entered", "–Not known"]);
  await expect(report.getByRole("row").last()).toContainText(/^TotalNo spend entered11/);
  const drawing = page.getByRole("figure");
  await expect(drawing.getByRole("listitem")).toHaveText([
    "Link visits1",
    "Leads1",
    /^Meetings held0/,
    /^Offers0/,
    /^Contracts0/,
    /^Closings0/,
  ]);
  await page.getByLabel("Period").selectOption("This year");
  await expect(page).toHaveURL(/from=\d{4}-01-01&to=\d{4}-\d\d-\d\d/);
  await expect(page.getByRole("table", { name: /^Leads by campaign, first visit, Jan 1/ })).toBeVisible();
  await expectAccessible(page);

  // A year is typed digit by digit, and an empty day is an open end.
  await page.getByLabel("First day").focus();
  await page.keyboard.type("01152031");
  await expect(page).toHaveURL(/from=2031-01-15/);
  await expect(page.getByText("This is before the first day")).toBeVisible();
  await page.getByLabel("First day").fill("");
  await page.getByLabel("Last day").focus();
  await expect(page).not.toHaveURL(/from=/);
  await page.getByLabel("Period").selectOption("This year");
  await expect(page.getByRole("table", { name: /^Leads by campaign, first visit, Jan 1/ })).toBeVisible();

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^what-paid-off_campaign_first-visit_\d{4}-01-01_to_.*\.csv$/);
  expect(await readFile(await download.path(), "utf8")).toContain("\r\nspring elm,1,0,,1,0,0,0,0,,,,,,,,0\r\n");

  await context.close();
  await stopSite(site);
});
