// Publishing the facts of the company, as scripts of other programs do it too.
import sharp from "sharp";
import { callAs, publish, uploadPicture } from "../publish.ts";
import { expect, startSite, stopSite, test } from "../site.ts";

const NAME = "O’Hara & Núñez <Homes> 🏠";
const PHONE = "(312) 555-0142";
const CONFIRMED = { state: "confirmed", source: "", confirmedBy: "", confirmedAt: "" } as const;

test("a published name and phone stand on every page, in the forms and after a restart, without a rebuild", async ({
  page,
}) => {
  const site = await startSite();
  const before = await (await fetch(`${site.url}/`)).text();
  const number = await publish(site, (facts) => ({
    ...facts,
    timeZone: "America/New_York",
    company: { ...facts.company, name: NAME, phone: PHONE },
  }));
  expect(number).toBe(2);
  await page.goto(`${site.url}/`);
  await expect(page.locator("meta[name=site-version]")).toHaveAttribute("content", "2");
  await expect(page.getByRole("contentinfo")).toContainText(PHONE);
  await expect(page.getByRole("contentinfo")).toContainText(NAME);
  expect(before).not.toContain("O’Hara");
  await page.goto(`${site.url}/book-meeting`);
  await expect(page.getByText("Times are Eastern Time (ET)")).toBeVisible();
  await expect(page.getByLabel(/I agree to be contacted/)).toHaveAccessibleDescription(/O’Hara & Núñez <Homes> 🏠/);
  await page.goto(`${site.url}/login`);
  await expect(page).toHaveTitle(`Sign In | ${NAME}`);
  await stopSite(site, { keepData: true });

  const again = await startSite({ DATA_DIR: site.dataDir });
  await page.goto(`${again.url}/contact`);
  await expect(page.getByRole("contentinfo")).toContainText(PHONE);
  await stopSite(again);
});

test("the terms name the law of a territory, and hours, people and links may be missing", {
  tag: "@drill",
}, async () => {
  const site = await startSite();
  await publish(site, (facts) => ({
    ...facts,
    company: { ...facts.company, address: { ...facts.company.address, state: "PR" } },
    businessHours: {},
    team: [],
    testimonials: [],
    socialLinks: [],
  }));
  expect(await (await fetch(`${site.url}/terms`)).text()).toContain("The law of Puerto Rico applies.");
  for (const path of ["/", "/about", "/contact", "/book-meeting"])
    expect((await fetch(`${site.url}${path}`)).status).toBe(200);
  await stopSite(site);
});

test("the privacy page says how long what is kept as the settings say, under the owner's own text too", {
  tag: "@drill",
}, async () => {
  const site = await startSite();
  const page = async () => (await (await fetch(`${site.url}/privacy`)).text()).replace(/<[^>]*>/g, "");
  const shipped = await page();
  // In the shipped text, and among the figures.
  for (const [words, times] of [
    ["as long as you are in touch", 2],
    ["until 5 years after your last agreement or stop", 2],
    ["within 45 days", 2],
  ] as const)
    expect(shipped.match(new RegExp(words, "g")), words).toHaveLength(times);
  await publish(site, (facts) => ({
    ...facts,
    privacy: "Ours. As long as claims about calls can be made.\n\n## In figures\n\n- as we like",
    eraseLeadsAfterDays: 730,
    permissionYears: 7,
    privacyRequestDays: 1,
  }));
  const changed = await page();
  for (const words of [
    "Bookings and messages stay until 730 days after they came",
    "stays until 7 years after your last agreement or stop.",
    "is answered within 1 day: how to ask.",
  ])
    expect(changed).toContain(words);
  expect(await (await fetch(`${site.url}/privacy`)).text()).toContain('<section id="in-figures-2"');
  expect((await fetch(`${site.url}/accessibility`)).status).toBe(200);
  await stopSite(site);
});

test("while versions are published no visitor gets an error or a page of two versions", { tag: "@drill" }, async () => {
  const site = await startSite();
  let isDone = false;
  let pages = 0;
  const visit = async () => {
    while (!isDone) {
      const answer = await fetch(`${site.url}/about`);
      const html = await answer.text();
      expect(answer.status).toBe(200);
      const [, version] = /<meta name="site-version" content="(\d+)"/.exec(html) ?? [];
      const [, name] =
        /<title>About Us \| ([^<]*)<\/title>/.exec(html) ?? /<title>[^|<]*\| ([^<]*)<\/title>/.exec(html) ?? [];
      expect(name).toBe(version === "1" ? "Porchlight" : `Version ${version}`);
      pages++;
    }
  };
  const visitors = Promise.all(Array.from({ length: 8 }, visit));
  for (const number of [2, 3, 4])
    expect(
      await publish(site, (facts) => ({ ...facts, company: { ...facts.company, shortName: `Version ${number}` } })),
    ).toBe(number);
  isDone = true;
  await visitors;
  expect(pages).toBeGreaterThan(20);
  await stopSite(site);
});

test("a public site asks search engines not to list it until phone, e-mail and address are its own", {
  tag: "@drill",
}, async () => {
  const site = await startSite({ PUBLIC_URL: "https://homes.example.com" });
  const robots = async (path: string) => (await fetch(`${site.url}${path}`)).headers.get("x-robots-tag");
  expect([await robots("/"), await robots("/book-meeting")]).toEqual(["noindex", "noindex"]);
  expect(await (await fetch(`${site.url}/robots.txt`)).text()).not.toContain("Disallow: /\n");
  await publish(site, (facts) => ({
    ...facts,
    claims: { ...facts.claims, phone: CONFIRMED, email: CONFIRMED, address: CONFIRMED },
    company: {
      ...facts.company,
      phone: PHONE,
      email: "office@ohara.test",
      address: { ...facts.company.address, street: "9 Elm Street" },
    },
  }));
  expect([await robots("/"), await robots("/book-meeting")]).toEqual([null, null]);
  await stopSite(site);
});

test("a logo becomes the icon of browsers and phones, and a draft may name uploaded pictures only", {
  tag: "@drill",
}, async ({ page }) => {
  const site = await startSite();
  const picture = await uploadPicture(site, { width: 600, height: 200 });
  await publish(site, (facts) => ({ ...facts, logo: picture }));
  await page.goto(`${site.url}/about`);
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", "/favicon.png");
  for (const [path, color] of [
    ["favicon.png", [122, 31, 92, 255]],
    ["apple-touch-icon.png", [122, 31, 92, 255]],
  ] as const) {
    const file = await (await fetch(`${site.url}/${path}`)).arrayBuffer();
    const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([180, 180]);
    expect([...data.subarray((90 * 180 + 90) * 4, (90 * 180 + 90) * 4 + 4)], path).toEqual(color);
  }
  const call = await callAs(site);
  const { published } = await call("GET", "");
  const unknown = { ...picture, id: "0".repeat(32) };
  const refused = await call("PUT", "/draft", { facts: { ...published.facts, logo: unknown }, version: 0 });
  expect(refused.fields).toEqual({ "facts.logo": "This picture is not there any more. Please choose it again." });
  await stopSite(site);
});

test("the longest texts stick out of no page of a phone", { tag: "@drill" }, async ({ page }) => {
  const site = await startSite();
  const word = "W".repeat(110);
  await publish(site, (facts) => ({
    ...facts,
    company: {
      ...facts.company,
      name: "W".repeat(80),
      shortName: "W".repeat(20),
      areaServed: word,
      contactPerson: word,
    },
    figures: { ...facts.figures, cashOffers: { ...facts.figures.cashOffers, value: "$1,234,567,890+" } },
    team: facts.team.map((person) => ({ ...person, name: word, role: word, bio: "x".repeat(300) })),
    testimonials: facts.testimonials.map((letter) => ({ ...letter, quote: "y".repeat(300), town: word })),
  }));
  await page.setViewportSize({ width: 320, height: 800 });
  for (const path of [
    "/",
    "/about",
    "/contact",
    "/book-meeting",
    "/situations/divorce",
    "/privacy",
    "/terms",
    "/accessibility",
    "/login",
  ]) {
    await page.goto(`${site.url}${path}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
  await stopSite(site);
});
