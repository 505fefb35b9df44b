// What the booking page does with a ZIP code, and how little it asks.
import type { Page, Response } from "@playwright/test";
import { expectAccessible } from "../accessibility.ts";
import {
  agree,
  answers,
  chooseTime,
  fillIn,
  openBooking,
  openDays,
  submitButton,
  unfoldWords,
} from "../booking-form.ts";
import { expect, test } from "../site.ts";

const zipCode = (page: Page) => page.getByLabel("ZIP code", { exact: true });
const city = (page: Page) => page.getByLabel("City", { exact: true });
const state = (page: Page) => page.getByLabel("State", { exact: true });
const said = (page: Page) => page.getByRole("group", { name: "About the property" }).getByRole("status");

async function expectTown(page: Page, [inCity, inState]: [string, string]): Promise<void> {
  await expect(city(page)).toHaveValue(inCity);
  await expect(state(page)).toHaveValue(inState);
}

test("a booking asks for at most eleven answers besides day, time and consent", async ({ page }) => {
  await openBooking(page);
  await chooseTime(page, { day: 11 });
  await zipCode(page).fill("62704");
  await expectTown(page, ["Springfield", "IL"]);
  const filled = 2;
  expect((await answers(page).count()) - filled).toBeLessThanOrEqual(11);
  await expect(page.getByLabel("Preferred contact")).toHaveValue("phone");

  // What is asked suffices.
  await page.getByLabel("First name").fill("Few");
  await page.getByLabel("Last name").fill("Words");
  await page.getByLabel("Email", { exact: true }).fill("few@example.com");
  await page.getByLabel("Phone", { exact: true }).fill("+1 217 555 0133");
  await page.getByLabel("Street address").fill("1422 Elm Street");
  for (const label of ["Property type", "Current situation", "Timeframe to sell", "Meeting type"])
    await page.getByLabel(label).selectOption({ index: 1 });
  await agree(page);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await submitButton(page).click();
  expect((await sent).postDataJSON()).toMatchObject({
    preferredContact: "phone",
    propertyAddress: { street: "1422 Elm Street", city: "Springfield", state: "IL", zipCode: "62704" },
  });
  await expect(page).toHaveURL(/booking-confirmation/);
});

test("what a ZIP code fills in follows it, is announced, and can be changed", async ({ page }) => {
  await openBooking(page);
  await expect(said(page)).toHaveText("It fills in city and state.");
  await zipCode(page).pressSequentially("62704-1234");
  await expectTown(page, ["Springfield", "IL"]);
  await expect(said(page)).toHaveText("Filled in: Springfield, IL.");
  await expectAccessible(page);

  await zipCode(page).fill("02134");
  await expectTown(page, ["Allston", "MA"]);
  await city(page).fill("Boston");
  await zipCode(page).fill("10001");
  await expectTown(page, ["Boston", "NY"]);
  await expect(said(page)).toHaveText("Filled in: NY.");
  await page.reload();
  await expect(openDays(page).first()).toBeVisible();
  await expectTown(page, ["Boston", "NY"]);
});

test("an unknown ZIP code leaves city and state to be typed", async ({ page }) => {
  await openBooking(page);
  await zipCode(page).fill("00000");
  await expect(said(page)).toHaveText("Please enter the city and state.");
  await expectTown(page, ["", ""]);
  await zipCode(page).fill("62704");
  await expectTown(page, ["Springfield", "IL"]);
  await zipCode(page).fill("00000");
  await expectTown(page, ["", ""]);
  await city(page).fill("Elsewhere");
  await zipCode(page).fill("99999");
  await expect(said(page)).toHaveText("Please enter the state.");
  await expectTown(page, ["Elsewhere", ""]);
});

test("nothing typed is overwritten, however late the server answers, and the last ZIP code decides", async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route("**/api/zip-codes?zipCode=62704", async (route) => {
    await held.promise;
    await route.continue();
  });
  await openBooking(page);
  await recordSaid(page);
  const asked = page.waitForRequest("**/api/zip-codes?zipCode=62704");
  await zipCode(page).fill("62704");
  await asked;
  await city(page).fill("Chatham");
  await zipCode(page).fill("02134");
  await expectTown(page, ["Chatham", "MA"]);
  const late = page.waitForResponse("**/api/zip-codes?zipCode=62704");
  held.resolve();
  await (await late).finished();
  await zipCode(page).fill("10001");
  await expectTown(page, ["Chatham", "NY"]);
  await state(page).selectOption("VT");
  await city(page).fill("");
  await zipCode(page).fill("60601");
  await expectTown(page, ["Chicago", "VT"]);
  expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([
    "Filled in: MA.",
    "Filled in: NY.",
    "It fills in city and state.",
    "Filled in: Chicago.",
  ]);
});

async function recordSaid(page: Page): Promise<void> {
  await said(page).evaluate((place) => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => said.push(place.textContent)).observe(place, {
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
}

test("without an answer of the server city and state are typed, and the next ZIP code is asked again", async ({
  page,
}) => {
  await openBooking(page);
  await page.route("**/api/zip-codes?*", (route) => route.abort());
  await zipCode(page).fill("62704");
  await expect(said(page)).toHaveText("Please enter the city and state.");
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.unroute("**/api/zip-codes?*");
  await zipCode(page).fill("62704-1234");
  await expectTown(page, ["Springfield", "IL"]);
});

test("an error of city and state goes when the ZIP code fills them in", async ({ page }) => {
  await openBooking(page);
  await city(page).focus();
  await city(page).blur();
  await expect(page.getByText("City is required")).toBeVisible();
  await zipCode(page).fill("62704");
  await expect(page.getByText("City is required")).toBeHidden();
});

test("the address from the home page stays beside the town of the ZIP code", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Property address").fill("77 Rue d'Été");
  await page.getByRole("link", { name: "Get Your Cash Offer" }).click();
  await expect(page.getByLabel("Street address")).toHaveValue("77 Rue d'Été");
  await zipCode(page).fill("62704");
  await expectTown(page, ["Springfield", "IL"]);
  await expect(page.getByLabel("Street address")).toHaveValue("77 Rue d'Été");
});

test("a ZIP code costs the visitor at most three kilobytes, and is asked once", async ({ page }) => {
  const answered: Response[] = [];
  page.on("response", (response) => {
    if (/fill-town|zip-codes/.test(response.url())) answered.push(response);
  });
  await openBooking(page);
  await zipCode(page).pressSequentially("62704-1234");
  await expectTown(page, ["Springfield", "IL"]);
  const sizes = await Promise.all(answered.map((response) => response.request().sizes()));
  expect(sizes).toHaveLength(2);
  const bytes = sizes.map(({ responseHeadersSize, responseBodySize }) => responseHeadersSize + responseBodySize);
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(3_000);
});

test("words of one's own are folded until there are some", async ({ page }) => {
  await openBooking(page);
  const words = page.getByLabel("Additional information (optional)");
  await expect(words).toBeHidden();
  await unfoldWords(page);
  await words.fill("The roof leaks.");
  await words.fill("");
  await expect(words).toBeVisible();
  await words.fill("x".repeat(5_001));
  await unfoldWords(page);
  await expect(words).toBeHidden();
  await chooseTime(page, { day: 12 });
  await fillIn(page, { Email: "words@example.com" });
  await agree(page);
  await submitButton(page).click();
  await page.getByRole("alert").getByRole("link").click();
  await expect(words).toBeFocused();
  await words.fill("The roof leaks.");
  await page.reload();
  await expect(words).toHaveValue("The roof leaks.");
  await expect(words).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every field of a booking is shown", async ({ page }) => {
    await page.goto("/book-meeting");
    await expect(answers(page)).toHaveCount(14);
  });
});
