import { expectAccessible, tabTo } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, test } from "../site.ts";

const NAME = "Renée O'Brien-Núñez";

test("an owner assigns a vendor's fields to ours, by keyboard, and repairs what was refused", async ({
  page,
  site,
  request,
}) => {
  await signInAsAdmin(page, site, "/admin/keys");
  await page.getByRole("button", { name: "New Key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("LeadMill");
  await page.getByLabel("What it may do").selectOption("Add leads");
  await page.getByRole("button", { name: "Create Key" }).click();
  const token = await page.getByLabel("Key of LeadMill").inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  const send = (form: Record<string, string>) => request.post("/api/leads", { form: { key: token, ...form } });

  await page.getByRole("link", { name: "Its Leads" }).click();
  await expect(page.getByRole("heading", { name: "Leads of LeadMill" })).toBeVisible();
  await tabTo(page, "form button[type=button]");
  await page.keyboard.press("Enter");
  await expect(page.getByText("shown here and adds no lead")).toBeVisible();
  expect((await send({ who: NAME, cell: "217 555 0142", beds: "3" })).status()).toBe(200);
  await page.getByLabel("who").selectOption("Name");
  await page.getByLabel("cell").selectOption("Phone");
  await page.getByLabel("Cost of a lead").fill("12.50");
  await page.getByLabel("Cost of a lead").press("Enter");
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expectAccessible(page);

  expect((await send({ who: "Ada Ortiz", cell: "12" })).status()).toBe(400);
  await page.reload();
  await page.getByRole("button", { name: "Repair and Add" }).first().click();
  await page.getByRole("button", { name: "Add Lead" }).click();
  await expect(page.getByText("Please enter a valid phone number").first()).toBeVisible();
  await expectAccessible(page, "the dialog");
  await page.getByLabel("Phone").fill("217 555 0177");
  await page.getByRole("button", { name: "Add Lead" }).click();
  await expect(page.getByText("Lead added")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Ada Ortiz" })).toBeHidden();
  await page.goto("/admin/pipeline?search=Ortiz");
  await expect(page.getByText("Ada Ortiz").first()).toBeVisible();
});

test("the form of another site leads its visitors to the page that thanks, once its site is listed", async ({
  page,
  site,
}) => {
  await signInAsAdmin(page, site, "/admin/keys");
  await page.getByRole("button", { name: "New Key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Partner");
  await page.getByLabel("What it may do").selectOption("Form of another site");
  await page.getByRole("button", { name: "Create Key" }).click();
  const token = await page.getByLabel("Key of Partner").inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  const form = `<form method="post" action="${site.url}/api/leads"><input type="hidden" name="key" value="${token}">
    <input name="name" value="${NAME}"><input name="phone" value="217 555 0142"><button>Send</button></form>`;
  const partner = "http://partner.example";
  await page.context().route(`${partner}/**`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: route.request().url().endsWith("/thanks") ? "Thank you!" : form,
    }),
  );
  const visitor = await page.context().newPage();
  await visitor.goto(partner);
  await visitor.getByRole("button").click();
  await expect(visitor.getByText("This form is not on a site that the key names.")).toBeVisible();

  await page.getByRole("listitem").filter({ hasText: "Partner" }).getByRole("link", { name: "Its Leads" }).click();
  await page.getByLabel("Sites with this form").fill("partner.example");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Please enter addresses without a path").first()).toBeVisible();
  await page.getByLabel("Sites with this form").fill(partner);
  await page.getByLabel("Page that thanks").fill(`${partner}/thanks`);
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expectAccessible(page);
  await visitor.goto(partner);
  // Routes do not answer what an answer leads to, so the request itself is awaited.
  const thanked = visitor.waitForRequest(`${partner}/thanks`);
  await visitor.getByRole("button").click();
  expect((await thanked).redirectedFrom()?.url()).toBe(`${site.url}/api/leads`);
});
