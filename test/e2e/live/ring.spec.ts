import type { Page } from "@playwright/test";
import type { PushMessage } from "#delivery/push/push.ts";
import { post, sendContactMessage } from "../../programs/requests.ts";
import { expectAccessible, tabTo } from "../accessibility.ts";
import { signInAloneAsAdmin, storedSession } from "../accounts.ts";
import type { RunningSite } from "../site.ts";
import {
  deliver,
  expect,
  hasWorker,
  letRing,
  press,
  shownBy,
  startRingingSite,
  subscribedWith,
  test,
  workerOf,
} from "./rung-browser.ts";

test.use({ serviceWorkers: "allow" });

const EVERY_DAY = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const section = (page: Page) => page.getByRole("region", { name: "This device rings" });

async function call(page: Page, method: string, path: string, body?: object) {
  const { accessToken } = await storedSession(page);
  const answer = await page.request.fetch(path, {
    method,
    headers: { authorization: `Bearer ${accessToken}` },
    ...(body && { data: body }),
  });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** At whatever time and on whatever day this test runs. */
async function putOnDuty(page: Page): Promise<void> {
  const { people, version } = await call(page, "GET", "/api/roster");
  const shift = { userId: people[0]._id, days: EVERY_DAY, opens: "00:00", closes: "23:59" };
  await call(page, "PUT", "/api/roster", { shifts: [shift], ownerId: "", version });
  const { availability, version: before } = await call(page, "GET", "/api/bookings/availability");
  await call(page, "PUT", "/api/bookings/availability", {
    availability: { ...availability, closures: [], holidays: [] },
    version: before,
  });
}

async function switchOn(page: Page, site: RunningSite): Promise<void> {
  await signInAloneAsAdmin(page, site);
  await page.goto("/account");
  await section(page).getByRole("button", { name: "Ring This Device" }).click();
  await expect(section(page).getByRole("button", { name: "Stop Ringing" })).toBeVisible();
}

test("a lead that waits rings, is taken from the notification, and is called with the second press", async ({
  browser,
}) => {
  const { site, service, end } = await startRingingSite();
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  });
  const page = await context.newPage();
  await letRing(context, service.addDevice());
  await switchOn(page, site);
  service.publicKey = (await subscribedWith(page)) ?? "";
  await putOnDuty(page);
  await sendContactMessage(site, { name: "Renée O'Brien-Núñez", email: "renee@example.com" });
  await service.until(1);
  const { message } = service.received[0] as { message: PushMessage };
  const worker = await workerOf(context);
  await deliver(page, message);
  await expect
    .poll(() => shownBy(worker))
    .toEqual([
      { title: "A lead waits", body: message.body, tag: message.tag, actions: ["I take it"], url: message.url },
    ]);
  expect(JSON.stringify(message)).not.toContain("Renée");
  await expect(section(page).getByText("Shown")).toBeVisible();
  await expectAccessible(page, "what rings this device, dark, on a phone");

  const [opened = ""] = await press(worker, message.tag);
  expect(opened).toMatch(new RegExp(`^${site.url}/admin/leads/[\\w-]+\\?ring$`));
  await page.goto(opened);
  const buttons = page.locator("main :is(button, a)");
  await expect(buttons.first()).toHaveText("Call (217) 555-0177");
  await expect(buttons.first()).toHaveAttribute("href", "tel:+12175550177");
  await expect(buttons.nth(1)).toHaveText("I Take It");
  await expect(buttons.nth(1)).toBeInViewport();
  await expectAccessible(page, "a lead that rang, dark, on a phone");
  await tabTo(page, "main a[href^='tel:']");
  await page.keyboard.press("Tab");
  await expect(buttons.nth(1)).toBeFocused();

  expect(await shownBy(worker)).toEqual([]);
  await deliver(page, message);
  await expect.poll(() => shownBy(worker)).toHaveLength(1);
  await press(worker, message.tag, "claim");
  await expect.poll(async () => (await shownBy(worker)).map(({ title }) => title)).toEqual(["You have it"]);
  await expect(page.getByRole("status").filter({ hasText: "You have it until" })).toBeVisible();
  await press(worker, message.tag, "claim");
  await expect.poll(async () => (await shownBy(worker)).map(({ title }) => title).join()).not.toContain("You have it");

  const { lead } = await call(page, "GET", `/api${new URL(opened).pathname.slice("/admin".length)}`);
  const log = await call(page, "GET", `/api/leads/${lead._id}/log`);
  const stop = { channel: "call", outcome: "asked-to-stop", stop: ["call"], version: log.version };
  await call(page, "POST", `/api/leads/${lead._id}/log`, stop);
  await page.reload();
  await expect(page.getByText("Do not call").first()).toBeVisible();
  await expect(page.locator("a[href^='tel:']")).toHaveCount(0);
  await context.close();
  await end();
});

test("a device rings as it is set, until it is signed out", async ({ browser }) => {
  const { site, service, end } = await startRingingSite();
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await letRing(context, service.addDevice());
  await switchOn(page, site);
  service.publicKey = (await subscribedWith(page)) ?? "";
  await expect(section(page)).toContainText("push service of this browser’s maker");
  await section(page).getByLabel("A step is due now").uncheck();
  await section(page).getByLabel("From").fill("22:00");
  await section(page).getByLabel("Sunday").check();
  await section(page).getByRole("button", { name: "Save" }).click();
  await expect(section(page).getByText("Please enter both times, or neither").first()).toBeVisible();
  await section(page).getByLabel("Until").fill("07:00");
  await section(page).getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".toast")).toContainText("Saved what rings");
  const { subscriptions } = await call(page, "GET", "/api/push");
  expect(subscriptions).toMatchObject([
    { kinds: ["waiting", "answer", "meeting"], quietFrom: "22:00", quietTo: "07:00", daysOff: [0], mailToo: true },
  ]);
  expect(subscriptions[0].device).toMatch(/^Chrome on /);

  await section(page).getByRole("button", { name: "Ring Once as a Test" }).click();
  await service.until(1);
  const worker = await workerOf(context);
  await deliver(page, service.received[0]?.message ?? {});
  await expect.poll(async () => (await shownBy(worker)).map(({ title }) => title)).toEqual(["It rings"]);
  await expect(section(page).getByText("A test,")).toBeVisible();
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(1);
  expect(await page.evaluate(async () => (await (await caches.open("offline")).keys()).map(({ url }) => url))).toEqual([
    `${site.url}/admin/offline.html`,
  ]);

  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => hasWorker(page)).toBe(false);
  expect(await subscribedWith(page)).toBeNull();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await signInAloneAsAdmin(page, site);
  expect((await call(page, "GET", "/api/push")).subscriptions).toEqual([]);
  await context.close();
  await end();
});

test("the day asks once a person was answered, and remembers “Not Now”", async ({ browser }) => {
  const { site, service, end } = await startRingingSite();
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await letRing(context, service.addDevice());
  for (const name of ["First Fay", "Second Sam"])
    await sendContactMessage(site, { name, email: `${name.slice(-3)}@example.com` });
  await signInAloneAsAdmin(page, site);
  const line = page.getByRole("region", { name: "Notifications" });
  await answer(page, "First Fay");
  await expect(line).toBeVisible();
  await expectAccessible(page, "the day, asking");
  await line.getByRole("button", { name: "Not Now" }).press("Enter");
  await expect(line).toHaveCount(0);
  await page.reload();
  await answer(page, "Second Sam");
  await expect(line).toHaveCount(0);
  expect(await subscribedWith(page)).toBeNull();
  await context.close();
  await end();
});

/** Nothing asks before. */
async function answer(page: Page, name: string): Promise<void> {
  await page
    .getByRole("button", { name: `Log: ${name}` })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Notifications" })).toHaveCount(0);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Not interested" }).check();
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await expect(dialog).toHaveCount(0);
}

test("a device subscribes anew after the secret of the site has changed", async ({ browser }) => {
  const { site, service, start, end } = await startRingingSite({
    AUTH_SECRET: "the first secret, which is long enough",
  });
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await letRing(context, service.addDevice());
  await switchOn(page, site);
  const before = await subscribedWith(page);
  site.process.kill("SIGTERM");
  await new Promise((resolve) => site.process.once("exit", resolve));
  const port = new URL(site.url).port;
  const again = await start({
    DATA_DIR: site.dataDir,
    AUTH_SECRET: "another secret, which is long enough",
    PORT: port,
  });
  await page.goto("/admin");
  await signInAloneAsAdmin(page, again);
  await expect.poll(() => subscribedWith(page)).not.toBe(before);
  const { publicKey } = await call(page, "GET", "/api/push");
  await expect.poll(() => subscribedWith(page)).toBe(publicKey);
  await expect
    .poll(async () => (await call(page, "GET", "/api/push")).subscriptions)
    .toMatchObject([{ isThisDevice: true, isStale: false }]);
  again.process.kill("SIGTERM");
  await context.close();
  await end();
});

test("a tab in the background counts who waits, and notifies if nothing rings", async ({ browser }) => {
  const { site, service, end } = await startRingingSite();
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await letRing(context, service.addDevice());
  await page.addInitScript(watchPage);
  await signInAloneAsAdmin(page, site);
  await page.goto("/admin/bookings");
  await expect(page).toHaveTitle(/^Booking/);
  await expect.poll(() => hasWorker(page)).toBe(true);
  await page.evaluate(() => hide(true));
  await sendContactMessage(site, { name: "Quick Quentin", email: "quentin@example.com" });
  await expect(page).toHaveTitle(/^\(1\) Booking/);
  await expect.poll(() => page.evaluate(() => notified)).toEqual(["A seller waits for you"]);
  await page.evaluate(() => hide(false));
  await expect(page).toHaveTitle(/^Booking/);
  await context.close();
  await end();
});

declare const notified: string[];
declare function hide(isHidden: boolean): void;

/** Pages of a test are never in the background, and the browser without a window shows no notification. */
function watchPage(): void {
  const titles: string[] = [];
  Object.assign(window, {
    notified: titles,
    hide: (isHidden: boolean) => {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    },
  });
  ServiceWorkerRegistration.prototype.showNotification = async (title) => void titles.push(title);
}

test("without a connection the area says so, and nothing of it is on public pages", async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ["/", "/book-meeting", "/contact", "/privacy"]) {
    await page.goto(path);
    await expect(page.locator("h1").first()).toBeVisible();
    await expect(page.locator("link[rel=manifest]"), path).toHaveCount(0);
  }
  await expect(page.locator("main")).toContainText("through the push service of the browser’s maker");
  expect(await hasWorker(page)).toBe(false);
  expect(asked.filter((path) => path.startsWith("/admin"))).toEqual([]);
  await signInAloneAsAdmin(page, site);
  const manifest = await (await page.request.get("/admin/app.webmanifest")).json();
  expect(manifest).toMatchObject({ name: "Porchlight Home Buyers", start_url: "/admin", display: "standalone" });
  for (const { src } of manifest.icons)
    expect((await page.request.get(src)).headers()["content-type"]).toBe("image/png");
  await expect(page.locator("link[rel=manifest]")).toHaveAttribute("href", "/admin/app.webmanifest");
  await expect.poll(() => hasWorker(page)).toBe(true);
  await workerOf(context);
  await context.setOffline(true);
  await page.goto("/admin/bookings");
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expectAccessible(page, "offline");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try Again" }).press("Enter");
  await expect(page.getByRole("heading", { name: /^Booking/ })).toBeVisible();
  await context.close();
});

test("pages register that one script alone", async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.goto("/login");
  const refused = await page.evaluate(async () => {
    const factory = (window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } })
      .trustedTypes;
    const attempts = [
      () => factory.createPolicy("another", {}),
      () => navigator.serviceWorker.register("/admin/worker.js", { scope: "/admin" }),
    ];
    return Promise.all(
      attempts.map(async (attempt) => {
        try {
          await attempt();
          return "allowed";
        } catch (error) {
          return (error as Error).name;
        }
      }),
    );
  });
  expect(refused).toEqual(["TypeError", "TypeError"]);
  const { headers } = await fetch(`${site.url}/admin/worker.js`);
  expect(headers.get("service-worker-allowed")).toBe("/admin");
  expect(headers.get("cache-control")).toBe("no-cache");
  const forged = await post(`${site.url}/api/push/acts`, { token: "forged", act: "claim" });
  expect(forged.status).toBe(400);
  await context.close();
});
