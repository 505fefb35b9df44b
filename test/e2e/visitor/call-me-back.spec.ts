// A visitor asks to be called: by script, without it, and by keyboard alone.
import { expectAccessible, tabTo } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, test } from "../site.ts";

const NUMBER = "Your number";

test("who leaves a number beside the address is called back about that house", async ({ page, phone, site }) => {
  await phone.goto("/?utm_source=postcard");
  await phone.getByLabel("Property address").fill("77 Call Back Lane, Springfield, IL 62704");
  await phone.getByLabel(NUMBER).fill("+1 217.555.0161");
  await phone.getByText("Add a name or a good time").click();
  await phone.getByLabel("Who to ask for").fill("Zoë O’Brien-Núñez");
  await phone.getByLabel("A good time").selectOption("Tomorrow morning");
  await phone.getByRole("button", { name: "Call Me Back" }).click();
  const answer = phone.getByRole("status").filter({ hasText: "(217) 555-0161" });
  await expect(answer).toBeFocused();
  await expect(answer).toContainText("tomorrow morning");
  await expect(phone.getByLabel(NUMBER)).toBeHidden();
  await expectAccessible(phone, "after asking for a call");

  // On the day itself others may have waited for longer, and it shows ten of them.
  await signInAsAdmin(page, site, "/admin/people?search=2175550161");
  await page.getByRole("link", { name: "Zoë O’Brien-Núñez" }).click();
  await expect(page.getByText("Asked for a call: tomorrow morning").first()).toBeVisible();
  await expect(page.getByText("77 Call Back Lane").first()).toBeVisible();
});

test("the form works without script, and a reload of the page that thanks sends nothing", async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ["/", "/situations/divorce", "/contact", "/call-me-back"]) {
    await page.goto(path);
    await page.getByLabel(NUMBER).fill("(217) 555-0162");
    await page.getByRole("button", { name: "Call Me Back" }).click();
    await expect(page).toHaveURL(/\/call-me-back\/thanks(#later)?$/);
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await page.reload();
    await expect(page.getByRole("heading", { name: "Thank you. We call you." })).toBeVisible();
    expect(posts).toEqual([]);
  }
  await context.close();
});

test("without script a mistaken form comes back with what was typed, and the next try is one lead", async ({
  browser,
  page: admin,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const page = await context.newPage();
  const [number, name, address] = ["(217) --- ----", `Zoë "O'Brien" <b>&amp;</b> $& www.example.com`, `9 "Elm" St`];
  await page.goto("/?utm_source=flyer");
  await page.getByLabel("Property address").fill(address);
  await page.getByLabel(NUMBER).fill(number);
  await page.getByText("Add a name or a good time").click();
  await page.getByLabel("Who to ask for").fill(name);
  await page.getByLabel("A good time").selectOption("Tomorrow morning");
  await page.getByRole("button", { name: "Call Me Back" }).click();
  await expect(page.getByLabel(NUMBER)).toHaveValue(number);
  await expect(page.getByLabel("Who to ask for")).toHaveValue(name);
  await expect(page.getByLabel("A good time")).toHaveValue("tomorrow morning");
  await expect(page.getByText(`Property address: ${address}`)).toBeVisible();
  await expect(page.locator("[name=page]")).toHaveValue(`${site.url}/?utm_source=flyer`);
  await expect(page.getByLabel(NUMBER)).toBeFocused();
  await expect(page.getByLabel(NUMBER)).toHaveAccessibleDescription(/valid phone number/);
  await expect(page.getByLabel("Who to ask for")).toHaveAccessibleDescription(/leave out web/);
  await page.reload();
  await expect(page.getByLabel(NUMBER)).toHaveValue(number);

  await page.getByLabel(NUMBER).fill("217-555-0164");
  await page.getByLabel("Who to ask for").fill("Zoë O’Brien");
  await page.getByRole("button", { name: "Call Me Back" }).click();
  await expect(page.getByRole("heading", { name: "Thank you. We call you." })).toBeVisible();
  await context.close();

  await signInAsAdmin(admin, site, "/admin/people?search=2175550164");
  await admin.getByRole("link", { name: "Zoë O’Brien" }).click();
  await expect(admin.getByText("Asked for a call: tomorrow morning")).toHaveCount(1);
});

test("a form that comes back shows odd and long texts as they are, and none of them is read as markup", async ({
  browser,
  request,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  const odd = `"><script>document.title="taken"</script></form><p id=x>' onfocus=alert(1) autofocus $' $1`;
  for (const [name, value] of [
    ["name", odd],
    ["name", "Núñez ".repeat(1_700)],
    ["phone", odd],
    ["address", odd],
    ["page", odd],
    ["when", odd],
  ] as const) {
    const form = { phone: "no number", [name]: value };
    const answer = await request.post("/api/call-backs", { form });
    expect([answer.status(), answer.headers()["content-type"]]).toEqual([400, "text/html; charset=utf-8"]);
    expect(answer.headers()["content-security-policy"]).toContain("default-src 'none'");
    await page.route("/shown", async (route) => route.fulfill({ response: answer }));
    await page.goto("/shown");
    await expect(page).toHaveTitle(/Call me back/);
    expect(await page.locator("#x, form form, [onfocus], form script").count()).toBe(0);
    const shown = page.locator(`form [name="${name}"]`);
    if (name === "when") await expect(shown).toHaveValue("now");
    else await expect(shown).toHaveValue(value);
  }
  await expectAccessible(page, "a form that came back");
  // With its script there, the page answers the next try in place.
  await page.getByLabel(NUMBER).fill("(217) 555-0165");
  await page.getByLabel("Who to ask for").fill("see www.example.com");
  await page.getByRole("button", { name: "Call Me Back" }).click();
  await expect(page.getByText("Please enter a valid phone number")).toBeHidden();
  await context.close();
});

test("by keyboard alone, a refusal leads to its field and a second try is taken", async ({ page }) => {
  await page.goto("/contact");
  await expect(page.getByRole("button", { name: "Send Message" })).toHaveAttribute("type", "submit");
  await tabTo(page, "#call-back-phone");
  await page.keyboard.type("217 555 0163");
  await tabTo(page, "summary");
  await page.keyboard.press("Enter");
  await tabTo(page, "#call-back-name");
  await page.keyboard.type("see www.example.com");
  await page.keyboard.press("Enter");
  const name = page.getByLabel("Who to ask for");
  await expect(name).toBeFocused();
  await expect(page.getByText("Please leave out web and email addresses")).toBeVisible();
  await expectAccessible(page, "a refused request for a call");
  await name.fill("Ann");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Thank you. A")).toBeFocused();
});

test("the bar of a narrow screen leads to the form", async ({ phone }) => {
  await phone.goto("/book-meeting");
  await phone.getByRole("banner").getByRole("link", { name: "Call me back", exact: true }).click();
  await expect(phone.getByRole("heading", { name: "Have us call you" })).toBeVisible();
  await expect(phone.getByText(/Calls are made Mon-Fri .*never before 8 AM or after 9 PM/)).toBeVisible();
});
