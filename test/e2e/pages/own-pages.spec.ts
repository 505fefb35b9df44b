// An owner's own pages, from an outline to the site and away again.
import type { Page } from "@playwright/test";
import { CONFIRMED, HIDDEN, ownText, townPage } from "../../pages/own-pages.ts";
import { expectAccessible } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { callAs, publish, uploadPicture } from "../publish.ts";
import { test as base, expect, type RunningSite, startSite, stopSite } from "../site.ts";

const MAX_PRESSES = 25;

const test = base.extend<{ own: RunningSite }>({
  own: async ({ browserName: _ }, use) => {
    const site = await startSite();
    await use(site);
    await stopSite(site);
  },
});

const get = (site: RunningSite, path: string) => fetch(`${site.url}${path}`, { redirect: "manual" });
const statusOf = async (site: RunningSite, path: string) => (await get(site, path)).status;
const leadsTo = async (site: RunningSite, path: string) => (await get(site, path)).headers.get("location");

/** Counts what a person presses beside typing: a choice of a list is two presses. */
function counting(page: Page) {
  let presses = 0;
  const field = (label: string) => page.getByLabel(label, { exact: true });
  return {
    count: () => presses,
    press: async (name: string | RegExp) => {
      presses++;
      await page.getByRole("button", { name, exact: typeof name === "string" }).click();
    },
    fill: async (label: string, text: string) => {
      const isThere = await field(label).evaluate((element) => element === document.activeElement);
      if (!isThere) presses++;
      await field(label).click();
      await field(label).fill(text);
    },
    choose: async (label: string, option: string) => {
      presses += 2;
      await field(label).selectOption({ label: option });
    },
  };
}

for (const [size, viewport] of [
  ["desktop", { width: 1280, height: 800 }],
  ["phone", { width: 390, height: 844 }],
] as const)
  test(`a town page goes from its outline to the site in ${MAX_PRESSES} presses, refused and mended on the way, ${size}`, {
    tag: size === "phone" ? "@drill" : [],
  }, async ({ browser, own }) => {
    test.setTimeout(120_000);
    await publish(own, (facts) => ({ ...facts, pages: [townPage("River Forest"), ...facts.pages] }));
    const page = await (await browser.newContext({ baseURL: own.url, viewport })).newPage();
    await signInAsAdmin(page, own, "/admin/site?section=pages");
    const { count, press, fill, choose } = counting(page);
    await press("Add a Town Page");
    await expect(page.getByLabel("Town", { exact: true })).toBeFocused();
    const town = townPage("Oak Park");
    await fill("Town", "Oak Park");
    await fill("Heading", town.pageTitle);
    await expect(page.getByLabel("Address", { exact: true })).toHaveValue("oak-park");
    await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Oak Park");
    await fill("Description for search results", town.description);
    await fill("First sentence", town.lead);
    await fill("Text", townPage("River Forest").body);
    await fill(
      "Houses that you bought there (optional)",
      "A brick ranch behind the mill\nA cottage on Elm Street, 2024",
    );
    await choose("Status", "Confirmed, it is true");
    await expect(page.getByText("This cannot be published yet.")).toBeVisible();
    await expect(page.getByText(/100 percent of the text of “Oak Park”.*\(River Forest\)/)).toBeVisible();
    await fill("Text", ownText("oakpark"));
    await expect(page.getByText("This cannot be published yet.")).toBeHidden();
    await expectAccessible(page, "editor");
    await press("Preview");
    await expect(page.frameLocator("iframe[title=Preview]").getByRole("heading", { level: 1 })).toHaveText(
      town.pageTitle,
    );
    await press("Publish");
    await press("Publish Now");
    await expect(page.getByText("Published. Your site shows it now.")).toBeVisible({ timeout: 30_000 });
    expect(count()).toBeLessThanOrEqual(MAX_PRESSES);

    await page.goto("/towns/oak-park");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(town.pageTitle);
    await expect(page.getByText("A cottage on Elm Street, 2024")).toBeVisible();
    await expect(page.getByRole("article").getByText("Sample", { exact: true })).toHaveCount(0);
    await expectAccessible(page, "town page");
    await page.goto("/");
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Oak Park" })).toBeVisible();
    await page.goto("/admin/site?section=pages");
    await expect(page.getByText("Town, /towns/oak-park")).toBeVisible();
    await expectAccessible(page, "list");
    await page.context().close();
  });

test("pages are put in order and removed with the keyboard alone, and nothing is removed unasked", {
  tag: "@drill",
}, async ({ browser, own }) => {
  const page = await (await browser.newContext({ baseURL: own.url })).newPage();
  await signInAsAdmin(page, own, "/admin/site?section=pages");
  await page.getByRole("button", { name: "Move down: Facing Foreclosure" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Move down: Facing Foreclosure" })).toBeFocused();
  await page.getByRole("button", { name: "Remove: Need to Move Fast" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Situation, /situations/relocation")).toBeVisible();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Add a Town Page" })).toBeFocused();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("button", { name: "Publish Now" }).click();
  await expect(page.getByText("Published. Your site shows it now.")).toBeVisible({ timeout: 30_000 });
  await page.goto("/");
  const cards = page.getByRole("region", { name: "What We Do" }).getByRole("heading", { level: 3 });
  await expect(cards).toHaveText([/^Divorce/, /^Facing/, /^Inherited/, /^Tired/]);
  expect(await statusOf(own, "/situations/relocation")).toBe(410);
  await page.context().close();
});

test("a mistake in a page that is closed is named, and its link opens the page at the field", {
  tag: "@drill",
}, async ({ browser, own }) => {
  const page = await (await browser.newContext({ baseURL: own.url })).newPage();
  await signInAsAdmin(page, own, "/admin/site?section=pages");
  await page.getByRole("button", { name: "Edit: Divorce or Separation" }).click();
  await page.getByLabel("Address", { exact: true }).fill("foreclosure");
  await page.getByRole("button", { name: "All Pages" }).click();
  await page.getByRole("button", { name: "Save Draft" }).click();
  await page.getByRole("link", { name: "Another page has this address" }).click();
  await expect(page.getByLabel("Address", { exact: true })).toBeFocused();
  await page.context().close();
});

test("old addresses lead on over renames, swaps and restarts, and a page that was taken down says so", async ({
  own,
}) => {
  const pages = (...some: ReturnType<typeof townPage>[]) => publish(own, (facts) => ({ ...facts, pages: some }));
  const [oak, river] = [townPage("Oak Park"), townPage("River Forest")];
  await pages(oak, river);
  expect(await statusOf(own, "/towns/oak-park")).toBe(200);
  expect(await statusOf(own, "/situations/divorce")).toBe(410);
  expect(await statusOf(own, "/towns/nowhere")).toBe(404);
  await pages({ ...oak, slug: "oaks" }, { ...river, claim: HIDDEN });
  expect(await leadsTo(own, "/towns/oak-park?utm_source=a")).toBe("/towns/oaks?utm_source=a");
  const gone = await get(own, "/towns/river-forest");
  expect([gone.status, await gone.text()]).toEqual([
    410,
    expect.stringContaining("The house that stood here is gone."),
  ]);
  expect(await (await get(own, "/sitemap.xml")).text()).not.toContain("river-forest");
  await pages({ ...oak, slug: "river-forest" }, { ...river, slug: "oak-park" });
  expect([await statusOf(own, "/towns/oak-park"), await statusOf(own, "/towns/river-forest")]).toEqual([200, 200]);
  expect(await leadsTo(own, "/towns/oaks")).toBe("/towns/river-forest");
  await pages(oak, { ...river, slug: "the-river" });
  expect(await leadsTo(own, "/towns/river-forest")).toBe("/towns/oak-park");
  for (const path of ["/towns/Oak-Park", "/towns/oak%2dpark", "/towns/oak-park%2e", "/towns", "/towns/a/b"])
    expect([308, 404], path).toContain(await statusOf(own, path));
  await stopSite(own, { keepData: true });
  const again = await startSite({ DATA_DIR: own.dataDir });
  expect(await leadsTo(again, "/towns/oaks")).toBe("/towns/oak-park");
  const call = await callAs(again);
  expect(await call("POST", "/versions/1/publish")).toMatchObject({ success: true });
  expect([await statusOf(again, "/situations/divorce"), await statusOf(again, "/towns/oak-park")]).toEqual([200, 410]);
  await stopSite(again);
});

test("search engines are told what a page is, and text of an owner stays text", { tag: "@drill" }, async ({
  own,
  page,
}) => {
  const hostile = `</script><script>alert(1)</script> "O'Hara" & <img src=x onerror=alert(1)>`;
  const picture = await uploadPicture(own, { width: 600, height: 400 });
  const questions = [{ question: `Do you buy in Oak Park? ${hostile}`, answer: "**Yes**, on Elm Street." }];
  const oak = townPage("Oak Park", {
    pageTitle: hostile,
    lead: hostile,
    picture,
    pictureAlt: hostile,
    questions,
    menu: "bar",
  });
  const article = townPage("A Guide", { kind: "article", town: "", houses: [], end: "call-back" });
  await publish(own, (facts) => ({ ...facts, pages: [oak, article, ...facts.pages] }));
  page.on("dialog", () => expect("a dialog").toBe("none"));
  const dataOf = async (path: string) => {
    await page.goto(`${own.url}${path}`);
    const texts = await page.locator("script[type='application/ld+json']").allTextContents();
    return new Map(texts.map((text) => JSON.parse(text)).map((item) => [item["@type"], item]));
  };
  const town = await dataOf("/towns/oak-park");
  expect(town.get("Service")).toMatchObject({ name: hostile, areaServed: { "@type": "City", name: "Oak Park" } });
  expect(town.get("FAQPage").mainEntity[0]).toMatchObject({ name: questions[0]?.question });
  expect(town.get("BreadcrumbList").itemListElement.at(-1).item).toBe(`${own.url}/towns/oak-park`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(hostile);
  await expect(page.getByRole("img", { name: hostile })).toBeVisible();
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${own.url}/towns/oak-park`);
  await expect(page.getByRole("banner").getByRole("link", { name: "Oak Park" })).toBeVisible();
  await expect(page.locator("form")).toHaveCount(0);
  expect((await get(own, "/social-towns-oak-park.png")).status).toBe(200);
  const written = await dataOf("/articles/a-guide");
  expect(written.get("Article")).toMatchObject({
    headline: article.pageTitle,
    dateModified: expect.stringMatching(/^20/),
  });
  await expect(page.getByRole("form", { name: "Call Me Back" })).toBeVisible();
  const sitemap = await (await get(own, "/sitemap.xml")).text();
  expect(sitemap).toContain(`${own.url}/articles/a-guide<`);
  const shipped = await dataOf("/situations/divorce");
  expect(shipped.has("FAQPage")).toBe(false);
  await expect(page.getByRole("article").getByText("Sample", { exact: true })).toHaveCount(1);
});

test("a publication that is cut off leaves the pages and addresses of one version", { tag: "@drill" }, async () => {
  let site = await startSite();
  const oak = townPage("Oak Park");
  await publish(site, (facts) => ({ ...facts, pages: [oak] }));
  for (const [attempt, delay] of [5, 60, 200, 500, 900, 1_500].entries()) {
    const slug = `oak-${attempt}`;
    const done = publish(site, (facts) => ({ ...facts, pages: [{ ...oak, slug, claim: CONFIRMED }] })).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, delay));
    site.process.kill("SIGKILL");
    await done;
    site = await startSite({ DATA_DIR: site.dataDir });
    const call = await callAs(site);
    const present = (await call("GET", "")).published.facts.pages[0].slug;
    expect(await statusOf(site, `/towns/${present}`)).toBe(200);
    if (present !== "oak-park") expect(await leadsTo(site, "/towns/oak-park")).toBe(`/towns/${present}`);
  }
  await stopSite(site);
});
