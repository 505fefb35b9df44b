// What the public pages say of samples, of what is confirmed and of what is hidden.
import type { Page } from "@playwright/test";
import { currentFacts } from "#company/facts/facts.ts";
import type { Facts } from "#company/facts/schema.ts";
import { US_STATES } from "#inquiries/bookings/us-states.ts";
import { expectAccessible } from "../accessibility.ts";
import { claimedAs, publish, uploadPicture } from "../publish.ts";
import { expect, startSite, stopSite, test } from "../site.ts";

const SITUATIONS = ["foreclosure", "divorce", "inherited-property", "relocation", "landlord"].map(
  (slug) => `/situations/${slug}`,
);
const PAGES = ["/", "/about", "/contact", "/book-meeting", "/privacy", "/terms", "/accessibility", ...SITUATIONS];
const OTHERS = [
  "/login",
  "/stop-reminders/anything",
  "/reminders-stopped",
  "/stop/anything",
  "/stopped",
  "/manage-meeting",
  "/privacy/request",
  "/no-such-house",
];

const sampleMarks = (page: Page) => page.locator(".badge", { hasText: /^Sample$/ });

test("what nobody has confirmed is marked where it stands, and search engines do not hear of it", async ({ page }) => {
  await page.goto("/");
  const text = (await page.locator("main").textContent())?.replace(/\s+/g, " ");
  for (const marked of [
    "Cash offers · As-is · No commissions Sample",
    "a no-obligation cash offer within 24 hours of our visit. We buy",
    "homes purchased Sample",
    "in cash offers Sample",
    "Five reasons, one trade-off Sample",
    "On average it takes 14 days.",
    "Three steps Sample",
  ])
    expect(text).toContain(marked);
  for (const contact of ["(555) 010-0199", "hello@porchlight.example"])
    await expect(page.getByRole("contentinfo").locator("li").filter({ hasText: contact })).toContainText("Sample");
  await expect(page.getByRole("link", { name: "Sample" })).toHaveCount(0);
  await expect(page.locator("meta[name=description]")).not.toHaveAttribute("content", /24 hours|555/);
  const data = (await page.locator("script[type='application/ld+json']").allTextContents()).join();
  expect(data).not.toMatch(/010-0199|porchlight.example|Maple Street|FAQPage|latitude/);
  await page.goto("/about");
  for (const name of ["Dana Whitfield", "R. M., Springfield"])
    await expect(page.locator("li, figcaption").filter({ hasText: name })).toContainText("Sample");
  await page.goto("/terms");
  await expect(page.locator(".note").filter({ has: sampleMarks(page) })).toContainText("draft for the owner’s lawyer");
});

test("what is confirmed carries no mark, and search engines hear what the page says", { tag: "@drill" }, async ({
  page,
}) => {
  const site = await startSite();
  await publish(site, (facts) => claimedAs("confirmed", facts));
  for (const path of [...PAGES, ...OTHERS]) {
    await page.goto(`${site.url}${path}`);
    await expect(page.locator("h1").first()).toBeVisible();
    await expect(sampleMarks(page), path).toHaveCount(0);
  }
  await page.goto(`${site.url}/terms`);
  await expect(page.getByText(/^Last changed on \w+, \w+ \d+, \d{4}\.$/)).toBeVisible();
  await expect(page.locator(".note")).toHaveCount(0);
  await page.goto(`${site.url}/`);
  await expect(page.locator("meta[name=description]")).toHaveAttribute("content", /cash offer within 24 hours/);
  const [business, faq] = (await page.locator("script[type='application/ld+json']").allTextContents()).map((text) =>
    JSON.parse(text),
  );
  const text = await page.locator("body").innerText();
  expect(business["@type"]).toBe("LocalBusiness");
  for (const fact of [business.telephone, business.email, business.address.streetAddress, business.areaServed])
    expect(text).toContain(fact);
  expect(business.openingHoursSpecification).toHaveLength(6);
  expect(business).not.toHaveProperty("aggregateRating");
  expect(faq["@type"]).toBe("FAQPage");
  const shown = await page.locator("details:not(form *)").evaluateAll((all) =>
    all.map((one) => ({
      question: one.querySelector("summary")?.textContent?.trim(),
      answer: one.querySelector("summary + div")?.textContent?.trim(),
    })),
  );
  const structured = faq.mainEntity.map((entry: { name: string; acceptedAnswer: { text: string } }) => ({
    question: entry.name,
    answer: entry.acceptedAnswer.text,
  }));
  expect(structured).toEqual(shown);
  expect(structured).toHaveLength(7);
  await stopSite(site);
});

const EMAIL = "office@ohara.test";
const PHONE = "(312) 555-0142";

/** Of another company in another state, without anything that can be hidden. */
function hidden(facts: Facts, kept: "phone" | "email"): Facts {
  const { claims, ...rest } = claimedAs("hidden", facts);
  const address = { street: "9 Nightjar Lane", city: "Barre", state: "VT", zipCode: "05641" };
  const company = { ...facts.company, email: EMAIL, phone: PHONE, address, areaServed: "Barre and around" };
  return { ...rest, company, claims: { ...claims, [kept]: { ...claims[kept], state: "confirmed" } } };
}

test("what is hidden stands on no page and leaves no hole", { tag: "@drill" }, async ({ page }) => {
  const site = await startSite();
  await publish(site, (facts) => hidden(facts, "email"));
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [...PAGES, ...OTHERS]) {
    const html = await (await fetch(`${site.url}${path}`)).text();
    for (const fact of [PHONE, "tel:+13125550142", "Nightjar", "05641", "$50M+", "24 hours to", "Okafor", "R. M."])
      expect(html.includes(fact), `${path}: ${fact}`).toBe(false);
    expect(html, path).toContain(EMAIL);
    await page.goto(`${site.url}${path}`);
    await expect(page.locator("h1").first()).toBeVisible();
    const empty = page.locator("h1, h2, h3, li, dd, dt, p:not(.open-now, [role]), ul, dl").filter({ hasNotText: /\S/ });
    await expect(empty.filter({ hasNot: page.locator("svg, img") }), path).toHaveCount(0);
    const lots = (await page.locator(".lot-label").allTextContents()).flatMap(
      (text) => /^Lot (\d) ·/.exec(text)?.[1] ?? [],
    );
    const first = Number(lots[0] ?? 0);
    expect(lots, path).toEqual(lots.map((_, index) => String(first + index)));
  }
  await publish(site, (facts) => hidden(facts, "phone"));
  for (const path of [...PAGES, ...OTHERS]) {
    const html = await (await fetch(`${site.url}${path}`)).text();
    expect(html.includes(EMAIL), path).toBe(false);
    expect(html, path).toContain(PHONE);
  }
  await stopSite(site);
});

test("pages without what is hidden have no accessibility fault", { tag: "@drill" }, async ({ page }) => {
  test.setTimeout(180_000);
  const site = await startSite();
  await publish(site, (facts) => hidden(facts, "email"));
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [...PAGES, ...OTHERS]) {
    await page.goto(`${site.url}${path}`);
    await expect(page.locator("h1").first()).toBeVisible();
    await expectAccessible(page, path);
  }
  await stopSite(site);
});

test("no page names a state, a place, a person or a time that the facts do not name", { tag: "@drill" }, async ({
  page,
}) => {
  const site = await startSite();
  await publish(site, (facts) => hidden(facts, "email"));
  const states = Object.values(US_STATES).filter((name) => name !== "Vermont");
  const elsewhere = new RegExp(`\\b(${[...states, "Springfield", "Sangamon", "Whitfield"].join("|")})\\b`);
  const time = /\b(\d+|an?|one|two|three|five|seven|ten|half an?|thirty)( business)? (minute|hour|day|week|month)s?\b/i;
  for (const path of [...PAGES, ...OTHERS]) {
    await page.goto(`${site.url}${path}`);
    await expect(page.locator("h1").first()).toBeVisible();
    const text = await page.evaluate(() => {
      for (const choice of document.querySelectorAll("select, script, style")) choice.remove();
      const description = document.querySelector<HTMLMetaElement>("meta[name=description]")?.content ?? "";
      return `${document.title} ${description} ${document.body.textContent}`;
    });
    expect(text, path).not.toMatch(elsewhere);
    // The site itself sends a reminder at that time, counts robots for that long, deletes requests then, and keeps backups as its
    // settings say; the other times are facts.
    const ownTimes = [
      ...["24 hours before", "about a day how often", "a day and a time"],
      ...["deleted after seven days", "for 24 months", `within ${currentFacts().privacyRequestDays} days`],
      `${currentFacts().permissionYears} years after your last agreement`,
      "deleted after 12 months at the latest",
    ];
    expect(
      ownTimes.reduce((rest, own) => rest.replaceAll(own, ""), text),
      path,
    ).not.toMatch(time);
  }
  await stopSite(site);
});

test("an announcement stands above the bar, which stays at the top, and a logo instead of the house", {
  tag: "@drill",
}, async ({ page }) => {
  const site = await startSite();
  const logo = await uploadPicture(site, { width: 900, height: 300 });
  const [person, ...others] = (await (await fetch(`${site.url}/api/site/public`)).json()).facts.team;
  expect([person.name, others.length]).toEqual(["Dana Whitfield", 2]);
  await publish(site, (facts) => ({
    ...facts,
    logo,
    accent: "plum",
    announcement: { text: "**Closed** on Friday <b>. [Book](/book-meeting) or call {phone}", until: "" },
    team: facts.team.map((member, index) => (index === 0 ? { ...member, portrait: logo } : member)),
  }));
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/", "/contact", "/book-meeting", "/privacy"]) {
    await page.goto(`${site.url}${path}`);
    const line = page.getByRole("region", { name: "Announcement" });
    await expect(line).toContainText("Closed on Friday <b>. Book or call (555) 010-0199");
    await expect(line.getByRole("link", { name: "Book" })).toBeVisible();
    expect((await line.boundingBox())?.y, path).toBe(0);
    await page.evaluate(() => scrollTo(0, 600));
    await expect.poll(async () => (await page.locator(".site-bar").boundingBox())?.y, path).toBe(0);
    const image = page.locator(".site-bar img");
    await expect(page.locator(".site-bar")).toContainText("Porchlight");
    await expect(image).toHaveAttribute("src", `/pictures/${logo.id}-small.webp`);
    expect(Number(await image.getAttribute("width")) / Number(await image.getAttribute("height"))).toBeCloseTo(3, 1);
  }
  await page.goto(`${site.url}/about`);
  await expect(page.getByRole("img", { name: "Portrait of Dana Whitfield" })).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("region", { name: "Announcement" })).toBeHidden();
  await stopSite(site);
});

test("a site of another town says nothing of the sample's: no place, no person, no map", async ({ page }) => {
  const site = await startSite();
  await publish(site, (facts) => {
    const company = {
      ...facts.company,
      ...{ name: "O’Hara & Núñez Homes", shortName: "O’Hara", phone: "(208) 555-0142", email: "office@ohara.test" },
      address: { street: "9 Grove Street, Suite 3", city: "Boise", state: "ID", zipCode: "83702" },
      coordinates: { latitude: 43.61662, longitude: -116.20089 },
      ...{ areaServed: "Boise and Ada County, Idaho", contactPerson: "Zoë" },
    };
    const team = facts.team
      .slice(0, 1)
      .map((person) => ({ ...person, name: "Zoë Ångström", bio: "Answers the phone." }));
    const testimonials = facts.testimonials.slice(0, 1).map((letter) => ({ ...letter, town: "Meridian" }));
    return claimedAs("confirmed", { ...facts, company, team, testimonials, timeZone: "America/Boise" });
  });
  for (const path of [...PAGES, ...OTHERS]) {
    const html = await (await page.request.get(`${site.url}${path}`)).text();
    expect(html, path).not.toMatch(/Springfield|Sangamon|Maple Street|Dana\b|62701|39\.80172|Porchlight|Chicago/);
    expect(html, path).not.toContain(">Sample<");
  }
  await page.goto(`${site.url}/contact`);
  await expect(page.getByRole("link", { name: "Get directions" })).toHaveAttribute("href", /43\.61662.*-116\.20089/);
  await page.goto(`${site.url}/`);
  await expect(page.locator("main")).toContainText("You will speak with Zoë, not with a call center.");
  await expect(page.locator("main")).toContainText("We work in Boise and Ada County, Idaho and nowhere else.");
});
