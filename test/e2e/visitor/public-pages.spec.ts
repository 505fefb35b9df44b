// Checks of every public page: access, validity, size, links, and data for search engines.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { HtmlValidate } from "html-validate";
import { expectAccessible } from "../accessibility.ts";
import { expect, test } from "../site.ts";

const CLIENT = join(import.meta.dirname, "../../../build/client");
const PAGES = join(import.meta.dirname, "../../../build/pages");
// One template draws all five, so the drill alone opens each of them.
const ALL_SITUATIONS = ["foreclosure", "divorce", "inherited-property", "relocation", "landlord"].map(
  (slug) => `/situations/${slug}`,
);
const OPENED = process.env.DRILL === "on" ? ALL_SITUATIONS : ALL_SITUATIONS.slice(0, 1);
const CONTENT_PAGES = ["/", "/about", "/privacy", "/terms", "/accessibility", ...OPENED];
const INDEXED = [...CONTENT_PAGES, "/contact", "/book-meeting"];
const PUBLIC_PAGES = [
  ...INDEXED,
  "/stop-reminders/anything",
  "/reminders-stopped",
  "/stop/anything",
  "/stopped",
  "/not-stopped",
  "/manage-meeting",
  "/offer",
  "/privacy/request",
  "/call-me-back",
  "/call-me-back/thanks",
  "/under-construction/blog",
  "/no-such-house",
];
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

for (const [size, viewport] of Object.entries(SIZES))
  test(`no public page has an accessibility violation in either theme, ${size}`, {
    tag: size === "phone" ? [] : "@drill",
  }, async ({ browser, site }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ baseURL: site.url, viewport });
    const page = await context.newPage();
    for (const path of PUBLIC_PAGES) {
      await page.goto(path);
      await expect(page.locator("h1")).toBeVisible();
      await expectAccessible(page, path);
    }
    await context.close();
  });

test("neither the open menu, nor a message, nor the opened map has an accessibility fault", async ({ phone, site }) => {
  await phone.route(
    (url) => url.origin !== site.url,
    (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><html lang=en><title>Map</title>" }),
  );
  await phone.goto("/contact");
  await phone.getByText("Open live map").click();
  await phone.route("/api/contact", (route) => route.fulfill({ status: 500, body: "" }));
  await phone.getByLabel("Name", { exact: true }).fill("Ann");
  await phone.getByLabel("Email", { exact: true }).fill("ann@example.com");
  await phone.getByLabel("Message", { exact: true }).fill("Hello");
  await expect(phone.getByRole("button", { name: "Send Message" })).toHaveAttribute("type", "submit");
  await phone.getByRole("button", { name: "Send Message" }).click();
  await expect(phone.locator(".toast")).toBeVisible();
  await phone.locator(".toast").hover();
  await phone.getByRole("button", { name: "Menu" }).click();
  await expectAccessible(phone);
});

test("the built pages are valid HTML", async () => {
  const validator = new HtmlValidate({
    extends: ["html-validate:recommended"],
    rules: {
      // React writes attributes as in JSX; HTML ignores case.
      "attr-case": ["error", { style: ["lowercase", "camelcase"] }],
      "void-style": "off",
      "attribute-boolean-style": "off",
      "tel-non-breaking": "off",
      // tel-national keeps browsers from autofilling +1, which the form would have to refuse.
      "valid-autocomplete": "off",
      // A form cannot be sent before hydration: only then its button becomes a submit button.
      "wcag/h32": "off",
    },
  });
  for (const file of readdirSync(PAGES, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".html")) continue;
    const report = await validator.validateFile(join(PAGES, file));
    const problems = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    );
    expect(problems, file).toEqual([]);
  }
});

test("every link of the public pages leads somewhere", async ({ page, request }) => {
  const targets = new Map<string, string>();
  const ids = new Map<string, Set<string>>();
  for (const path of PUBLIC_PAGES) {
    await page.goto(path);
    for (const href of await page.locator("a[href^='/'], a[href^='#']").evaluateAll(hrefsOf)) {
      const url = new URL(href, `http://site${path}`);
      targets.set(`${url.pathname}${url.hash}`, path);
    }
    ids.set(path, new Set(await page.locator("[id]").evaluateAll((all) => all.map((one) => one.id))));
  }
  for (const [target, from] of targets) {
    const [path = "", id] = target.split("#");
    if (path !== "/no-such-house") expect((await request.get(path)).status(), `${target} on ${from}`).toBe(200);
    if (id) expect(ids.get(path)?.has(id), `${target} on ${from}`).toBe(true);
  }
  expect(targets.size).toBeGreaterThan(15);
});

function hrefsOf(links: Element[]): string[] {
  return links.map((link) => link.getAttribute("href") ?? "");
}

test("every page has a title of its own, a description, a canonical address and a picture to share", async ({
  page,
  request,
  site,
}) => {
  const titles = new Set<string>();
  for (const path of INDEXED) {
    await page.goto(path);
    const title = await page.title();
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(titles.has(title), title).toBe(false);
    titles.add(title);
    const description = (await page.locator("meta[name=description]").getAttribute("content")) ?? "";
    expect(description.length, description).toBeGreaterThanOrEqual(50);
    expect(description.length, description).toBeLessThanOrEqual(160);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${site.url}${path}`);
    await expect(page.locator("meta[property='og:title']")).toHaveAttribute("content", title);
    const picture = (await page.locator("meta[property='og:image']").getAttribute("content")) ?? "";
    const answer = await request.get(picture);
    expect(answer.headers()["content-type"], picture).toBe("image/png");
    expect(pngSize(await answer.body()), picture).toEqual({ width: 1200, height: 630 });
  }
});

function pngSize(png: Buffer) {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

test("search engines find the pages they may list, and no others", async ({ request, site }) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  expect(listed.sort()).toEqual(
    [...new Set([...INDEXED, ...ALL_SITUATIONS])].map((path) => `${site.url}${path}`).sort(),
  );
  for (const path of [
    "/login",
    "/register",
    "/forgot-password",
    "/reset-password",
    "/invitation",
    "/confirm-email",
    "/undo-email",
    "/account",
    "/dashboard",
    "/admin",
    "/booking-confirmation/x",
    "/manage-meeting",
    "/offer",
    "/privacy/request",
    "/under-construction",
  ]) {
    const answer = await request.get(path);
    expect(answer.headers()["x-robots-tag"], path).toBe("noindex");
    expect(await answer.text(), path).toContain('name="robots" content="noindex"');
  }
});

test("inner pages say where they stand", { tag: "@drill" }, async ({ page, site }) => {
  for (const path of INDEXED.filter((known) => known !== "/" && known !== "/book-meeting")) {
    await page.goto(path);
    const crumbs = (await structuredData(page)).find((item) => item["@type"] === "BreadcrumbList");
    expect(crumbs?.itemListElement.at(-1).item, path).toBe(`${site.url}${path}`);
  }
});

// biome-ignore lint/suspicious/noExplicitAny: whatever the page says
async function structuredData(page: Page): Promise<any[]> {
  const texts = await page.locator("script[type='application/ld+json']").allTextContents();
  return texts.map((text) => JSON.parse(text));
}

test("content pages carry at most 10 KB of script, the forms that most visitors see first at most 100 KB, and two fonts of 70 KB", async ({
  page,
  site,
}) => {
  for (const [path, budget] of [
    ...CONTENT_PAGES.map((content) => [content, 10_000] as const),
    ["/contact", 100_000] as const,
    ["/book-meeting", 100_000] as const,
    ["/manage-meeting#opens.nothing", 130_000] as const,
    ["/offer#opens.nothing", 130_000] as const,
    ["/privacy/request", 130_000] as const,
    ["/login", 130_000] as const,
  ]) {
    const loaded: string[] = [];
    const listen = (request: { url(): string }) => loaded.push(request.url());
    page.on("request", listen);
    await page.goto(path, { waitUntil: "load" });
    // Forms start their script after the first paint, and can be sent once it runs.
    if (path.includes("#opens.nothing"))
      await expect(page.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
    else if (!CONTENT_PAGES.includes(path)) await expect(page.locator("button[type=submit]").first()).toBeAttached();
    page.off("request", listen);
    expect(
      loaded.filter((url) => !url.startsWith(site.url)),
      `${path} calls other hosts`,
    ).toEqual([]);
    expect(weightOf(loaded.filter((url) => url.endsWith(".js"))), path).toBeLessThanOrEqual(budget);
    const fonts = loaded.filter((url) => url.endsWith(".woff2"));
    expect(new Set(fonts).size, path).toBe(2);
    expect(weightOf(fonts), path).toBeLessThanOrEqual(70_000);
  }
});

/** Bytes on the wire: brotli if the content type is compressed. */
function weightOf(urls: string[]): number {
  let sum = 0;
  for (const url of new Set(urls)) {
    const weight = weights.get(url) ?? weigh(url);
    weights.set(url, weight);
    sum += weight;
  }
  return sum;
}

const weights = new Map<string, number>();

function weigh(url: string): number {
  const file = readFileSync(join(CLIENT, new URL(url).pathname));
  return url.endsWith(".js") ? brotliCompressSync(file).length : file.length;
}

test("nothing sticks out sideways at 320 pixels, nor on a phone or a desktop with larger text", async ({ page }) => {
  for (const path of PUBLIC_PAGES) {
    await page.goto(path);
    for (const [width, zoom] of [
      [320, "100%"],
      [390, "150%"],
      [1280, "200%"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.locator("html").evaluate((html, size) => {
        html.style.fontSize = size;
      }, zoom);
      const { page: inner, window: outer } = await page.evaluate(() => ({
        page: document.documentElement.scrollWidth,
        window: innerWidth,
      }));
      expect(inner, `${path} at ${width}, text ${zoom}`).toBeLessThanOrEqual(outer);
    }
  }
});

test("what can be pressed is large enough for a thumb", async ({ page }) => {
  await page.setViewportSize(SIZES.phone);
  for (const path of [...INDEXED.filter((known) => known !== "/book-meeting"), "/no-such-house"]) {
    await page.goto(path);
    const small = await page.locator("button, input, select, textarea, summary, a").evaluateAll((all) =>
      all.flatMap((one) => {
        // Links inside a sentence are as high as their line; the honeypot and the radio inputs have larger labels.
        if (one.closest("p, .skip-link, .honeypot, fieldset, .prose") || !one.checkVisibility()) return [];
        const { width, height } = one.getBoundingClientRect();
        return width < 44 || height < 44 ? [`${one.outerHTML.slice(0, 90)} ${width}x${height}`] : [];
      }),
    );
    expect(small, path).toEqual([]);
  }
});

test("phone and contact stand in the same place on every page", { tag: "@drill" }, async ({ page }) => {
  const orders = new Set<string>();
  for (const path of [...INDEXED, "/no-such-house"]) {
    await page.goto(path);
    const order = await page.locator(".site-bar a, footer a").evaluateAll(hrefsOf);
    orders.add(order.join(" "));
  }
  expect(orders.size).toBe(1);
  expect([...orders][0]).toMatch(/tel:.*\/contact.*tel:/);
});
