import { createServer, type Server } from "node:http";
import type { Page } from "@playwright/test";
import { newCall } from "../../people.ts";
import { bookMeeting, freeSlots, post, sendContactMessage } from "../../programs/requests.ts";
import { expectAccessible } from "../accessibility.ts";
import { adminSession, makeAccount, PASSWORD, signIn, signInAsAdmin } from "../accounts.ts";
import { expect, startSite, stopSite, test } from "../site.ts";

/** The pages do not ask by themselves for half a minute. */
const SOON = { timeout: 5_000 };

const rowOf = (page: Page, name: string) => page.locator("[data-record]").filter({ hasText: name });

/** Ends in a place where no list is under the pointer. */
async function openAway(page: Page, site: Parameters<typeof signInAsAdmin>[1], path: string) {
  await signInAsAdmin(page, site, path);
  await page.mouse.move(5, 5);
}

test("lists show by themselves what visitors and another admin do", async ({ browser }) => {
  const site = await startSite();
  const page = await (await browser.newContext({ baseURL: site.url })).newPage();
  await openAway(page, site, "/admin/contacts");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await untilFollowing(page);
  await sendContactMessage(site, { name: "Quick Quentin", email: "quentin@example.com" });
  await expect(rowOf(page, "Quick Quentin")).toContainText("New", SOON);
  await makeAccount(site, { email: "colleague@example.com", role: "admin" });
  const other = await (await browser.newContext({ baseURL: site.url })).newPage();
  await signIn(other, "colleague@example.com", PASSWORD);
  await expect(other).toHaveURL(/\/admin$/);
  await other.goto("/admin/contacts?search=quentin");
  await other.getByRole("button", { name: "View details: Quick Quentin" }).click();
  await expect(rowOf(page, "Quick Quentin")).toContainText("In Progress", SOON);
  await other.context().close();

  await openAway(page, site, "/admin");
  await untilFollowing(page);
  const { accessToken } = await adminSession(site);
  const call = newCall({ name: "Callie Núñez" });
  await post(`${site.url}/api/leads/calls`, call, { authorization: `Bearer ${accessToken}` });
  await expect(page.locator("main")).toContainText("Callie Núñez", SOON);
  await page.context().close();
  await stopSite(site);
});

test("rows do not move under the pointer, but say how many are new", async ({ page, site }) => {
  await sendContactMessage(site, { name: "Standing Stella", email: "stella@example.com" });
  await signInAsAdmin(page, site, "/admin/contacts");
  await untilFollowing(page);
  await rowOf(page, "Standing Stella").first().hover();
  const before = await rowOf(page, "Standing Stella").first().boundingBox();
  for (const name of ["New Nadia", "New Nils"])
    await sendContactMessage(site, { name, email: `${name.slice(4)}@example.com` });
  const status = page.getByRole("status").filter({ hasText: "2 new" });
  await expect(status).toBeVisible(SOON);
  await expect(rowOf(page, "New Nadia")).toHaveCount(0);
  expect(await rowOf(page, "Standing Stella").first().boundingBox()).toEqual(before);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
  await expect(rowOf(page, "New Nils")).toBeVisible();
  await expect(status).toHaveCount(0);
  await rowOf(page, "New Nils").hover();
  await sendContactMessage(site, { name: "Late Lars", email: "lars@example.com" });
  await expect(page.getByRole("status").filter({ hasText: "1 new" })).toBeVisible(SOON);
  await page.mouse.move(5, 5);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await expect(rowOf(page, "Late Lars")).toBeVisible(SOON);
});

test("an open record says that it changed, and keeps what is typed", async ({ page, site }) => {
  const [slot] = await freeSlots(site, 1);
  const { id } = await bookMeeting(site, {
    meetingDate: slot?.date ?? "",
    meetingTime: slot?.time ?? "",
    firstName: "Openhand",
    email: "openhand@example.com",
  });
  await signInAsAdmin(page, site, "/admin/bookings?search=openhand");
  await untilFollowing(page);
  await page.getByRole("button", { name: /^Status: Openhand/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Notes").fill("half a senten");
  const { accessToken } = await adminSession(site);
  const answer = await fetch(`${site.url}/api/bookings/${id}/notes`, {
    method: "PUT",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    body: JSON.stringify({ notes: "from another" }),
  });
  expect(answer.status).toBe(200);
  await expect(dialog.getByRole("status").filter({ hasText: "This has changed" })).toBeVisible(SOON);
  await expect(dialog.getByLabel("Notes")).toHaveValue("half a senten");
  await expect(dialog.getByLabel("Notes")).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Show", exact: true }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "This has changed" })).toHaveCount(0);
  await expect(dialog.getByLabel("Notes")).toHaveValue("half a senten");
});

test("twelve tabs share one stream, and the next one takes over", async ({ browser }) => {
  const site = await startSite();
  const context = await browser.newContext({ baseURL: site.url });
  const streams = new Set<Page>();
  context.on("request", (request) => {
    if (request.url().endsWith("/api/events")) streams.add(request.frame().page());
  });
  try {
    const [first, next, ...rest] = await Promise.all(Array.from({ length: 12 }, () => context.newPage()));
    if (!first || !next) throw new Error("There is no tab.");
    const others = [next, ...rest];
    await signInAsAdmin(first, site, "/admin/contacts");
    await untilFollowing(first);
    for (const tab of others) {
      await tab.goto("/admin/contacts");
      await expect(tab.getByText("No contacts found")).toBeVisible();
    }
    expect([...streams]).toEqual([first]);
    await sendContactMessage(site, { name: "Twelve Tabs", email: "twelve@example.com" });
    for (const tab of [first, ...others]) await expect(rowOf(tab, "Twelve Tabs")).toBeVisible();
    await first.close();
    await expect.poll(() => streams.size).toBe(2);
    await sendContactMessage(site, { name: "Still Heard", email: "heard@example.com" });
    for (const tab of others) await expect(rowOf(tab, "Still Heard")).toBeVisible();
    expect(streams.size).toBe(2);
  } finally {
    await context.close();
    await stopSite(site);
  }
});

test("where a proxy keeps the stream back, the page asks every half minute", async ({ page, site }) => {
  const proxy = await startBufferingProxy(site.url);
  try {
    await page.clock.install();
    const { accessToken, refreshToken = "", ...user } = await adminSession(site);
    await page.goto(`${proxy.url}/login`);
    await page.evaluate(
      (session) => {
        for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value);
      },
      { accessToken, refreshToken, userData: JSON.stringify(user) },
    );
    // A list that is read after the message has it too.
    const isListed = page.waitForResponse(`${proxy.url}/api/contact/admin/submissions**`);
    await page.goto(`${proxy.url}/admin/contacts`);
    await isListed;
    await page.clock.runFor(7_000);
    await sendContactMessage(site, { name: "Behind a Proxy", email: "proxy@example.com" });
    await expect(rowOf(page, "Behind a Proxy")).toHaveCount(0);
    await expect(async () => {
      await page.clock.runFor(31_000);
      await page.clock.runFor(7_000);
      await expect(rowOf(page, "Behind a Proxy")).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 15_000 });
  } finally {
    proxy.server.closeAllConnections();
    proxy.server.close();
  }
});

async function untilFollowing(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === "live");
  });
  await expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/api/"))),
    )
    .toBe(true);
}

/** Passes answers on once they have ended. */
async function startBufferingProxy(target: string): Promise<{ server: Server; url: string }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host: _, connection: __, ...headers } = request.headers;
    try {
      const answer = await fetch(`${target}${request.url}`, {
        method: request.method ?? "GET",
        headers: headers as Record<string, string>,
        redirect: "manual",
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      const body = Buffer.from(await answer.arrayBuffer());
      const { "content-encoding": ___, "content-length": ____, ...kept } = Object.fromEntries(answer.headers);
      response.writeHead(answer.status, kept).end(body);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  return { server, url: `http://localhost:${typeof address === "object" ? address?.port : ""}` };
}
