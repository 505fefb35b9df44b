import { deepStrictEqual, match, ok, strictEqual } from "node:assert";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { createInterface } from "node:readline";
import { chromium, type Page } from "@playwright/test";
import { agree, chooseTime, fillIn, openBooking, submitButton } from "#test/e2e/booking-form.ts";
import { linkIn, mailAbout } from "#test/e2e/outbox.ts";
import { ADMIN_EMAIL, type RunningSite, startSite, stopSite } from "#test/e2e/site.ts";
import { freeSlots, type Slot } from "#test/programs/requests.ts";
import { launchOptions } from "../../playwright.config.ts";
import { type Caddy, futureCaddy, startCaddy } from "./caddy.ts";
import { NotChecked, requirePrograms } from "./part.ts";
import { Visitor } from "./visitor.ts";

const BOOKINGS_PER_ADDRESS = 10;
const KEY = "0123456789abcdefghjkmnpqrs";
const KEYS = [`/calendar/${KEY}.ics`, `/stop/${KEY}`, `/%73top/${KEY}`, `//stop/${KEY}`, `/api/stop/${KEY}`];
const MB = 1024 * 1024;
/** A second, and what a busy machine needs. */
const MAX_HEARD_MS = 3_000;

type Pair = { site: RunningSite; caddy: Caddy };

export async function bookInBrowser(): Promise<string> {
  requirePrograms("caddy");
  const { executablePath } = launchOptions;
  if (!executablePath || !existsSync(executablePath)) throw new NotChecked("chromium is missing");
  return withCaddy(async ({ site, caddy }) => {
    const browser = await chromium.launch(launchOptions);
    try {
      // The browser does not know the authority of this Caddy; the calls of the other parts check the certificate.
      const page = await browser.newPage({ baseURL: caddy.url, ignoreHTTPSErrors: true });
      const refused = collectRefusals(page);
      await openBooking(page);
      await chooseTime(page, { day: 1 });
      await fillIn(page);
      await agree(page);
      await submitButton(page).click();
      await page.waitForURL(/\/booking-confirmation\//);
      const mail = await mailAbout(site, "renee@example.com", "meeting");
      match(linkIn(mail, "/manage-meeting"), new RegExp(`^${caddy.url}/`));
      deepStrictEqual(refused, []);
      const { headers } = await new Visitor(caddy, "127.0.0.1").call("/", { headers: { "accept-encoding": "br" } });
      strictEqual(headers["content-encoding"], "br");
      match(String(headers["strict-transport-security"]), /^max-age=\d+/);
      for (const name of ["content-security-policy", "x-content-type-options", "strict-transport-security"])
        ok(!String(headers[name]).includes(", "), `${name} is there twice`);
      return "booked; the link in the mail is https";
    } finally {
      await browser.close();
    }
  });
}

export async function distinguishVisitors(): Promise<string> {
  requirePrograms("caddy");
  return withCaddy(async ({ site, caddy }) => {
    const [last, ...slots] = await freeSlots(site, BOOKINGS_PER_ADDRESS + 2);
    const busy = new Visitor(caddy, "127.0.0.2");
    const other = new Visitor(caddy, "127.0.0.3");
    const statuses: number[] = [];
    for (const [made, slot] of slots.entries()) {
      const forged = { "x-forwarded-for": `203.0.113.${made}`, forwarded: `for=203.0.113.${made}` };
      statuses.push((await busy.book(slot, `busy${made}`, forged)).status);
    }
    deepStrictEqual(statuses, [...Array(BOOKINGS_PER_ADDRESS).fill(201), 429]);
    strictEqual((await other.book(last as Slot, "other")).status, 201);
    const admin = await signIn(site, other);
    strictEqual(await addressInHistory(admin, other, "busy3@example.com"), "127.0.0.2");
    strictEqual(await addressInHistory(admin, other, "other@example.com"), "127.0.0.3");
    return "ten bookings of one address, then 429; another address goes on; forged X-Forwarded-For changes nothing";
  });
}

/** Nothing else is said on the stream for twenty seconds, so that a buffer would keep it back. */
export async function hearChanges(): Promise<string> {
  requirePrograms("caddy");
  return withCaddy(async ({ site, caddy }) => {
    const visitor = new Visitor(caddy, "127.0.0.1");
    const headers = { authorization: await signIn(site, visitor) };
    const stream = get(`${caddy.url}/api/events`, { ca: caddy.ca, headers, family: 4 });
    try {
      const [answer] = (await once(stream, "response")) as [IncomingMessage];
      const heard = createInterface(answer)[Symbol.asyncIterator]();
      const hear = async (words: string) => {
        for (let line = ""; !line.includes(words); ) line = String((await heard.next()).value);
      };
      await hear("event: opened");
      const [slot] = await freeSlots(site, 1);
      strictEqual((await visitor.book(slot as Slot, "heard")).status, 201);
      const answered = performance.now();
      await hear('"kind":"booking"');
      const ms = performance.now() - answered;
      ok(ms < MAX_HEARD_MS, `heard after ${Math.round(ms)} ms`);
      return `${Math.max(0, Math.round(ms))} ms after a booking`;
    } finally {
      stream.destroy();
    }
  });
}

/** URLs that are keys must be in no log, even while the site is down. Imports of 8 MB pass Caddy; the site refuses more. */
export async function checkLogsForKeys(): Promise<string> {
  requirePrograms("caddy");
  return withCaddy(async ({ site, caddy }) => {
    const visitor = new Visitor(caddy, "127.0.0.1");
    const admin = await signIn(site, visitor);
    const headers = { authorization: admin, "content-type": "text/csv" };
    const sendImport = (size: number) =>
      visitor.call("/api/contact/admin/import", { method: "POST", body: "x".repeat(size), headers });
    strictEqual((await sendImport(7 * MB)).status, 400);
    strictEqual((await sendImport(9 * MB)).status, 413);
    for (const path of KEYS) ok((await visitor.call(path)).status < 500);
    await stopSite(site, { keepData: true });
    // The calls run in parallel: Caddy waits ten seconds for a site that may be restarting.
    const answers = await Promise.all(
      KEYS.flatMap((path) =>
        ["GET", "POST"].map((method) => visitor.call(path, { method, headers: { referer: `${caddy.url}${path}` } })),
      ),
    );
    deepStrictEqual(
      answers.filter(({ status }) => status !== 502 && status !== 503),
      [],
    );
    match(caddy.readLog(), /"logger":"http\.log\.error"/);
    ok(!caddy.readLog().includes(KEY), "a key is in the log of Caddy");
    return "not while the site answers, nor when it is gone";
  });
}

async function withCaddy(work: (pair: Pair) => Promise<string>): Promise<string> {
  const { url, port } = await futureCaddy();
  const site = await startSite({ PUBLIC_URL: url, TRUST_PROXY: "127.0.0.1", RATE_LIMIT: "on" });
  try {
    const caddy = await startCaddy(port, [Number(new URL(site.url).port)]);
    try {
      return await work({ site, caddy });
    } finally {
      await caddy.stop();
    }
  } finally {
    await stopSite(site);
  }
}

function collectRefusals(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  page.on("pageerror", ({ message }) => refused.push(message));
  return refused;
}

async function signIn(site: RunningSite, visitor: Visitor): Promise<string> {
  const body = { email: ADMIN_EMAIL, password: site.adminPassword };
  const answer = await visitor.call("/api/auth/login", { method: "POST", body });
  strictEqual(answer.status, 200, answer.body);
  return `Bearer ${JSON.parse(answer.body).accessToken}`;
}

async function addressInHistory(authorization: string, visitor: Visitor, email: string): Promise<string | undefined> {
  const answer = await visitor.call(`/api/permissions?email=${email}`, { headers: { authorization } });
  strictEqual(answer.status, 200, answer.body);
  const { lines } = JSON.parse(answer.body) as { lines: { address?: string }[] };
  return lines[0]?.address;
}
