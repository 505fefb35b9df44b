// P16 measures how fast pages react to taps and clicks, in a browser slowed down four times.
import { type Browser, chromium, type Page } from "@playwright/test";
import { newBooking } from "#test/people.ts";
import { CHROME, CHROME_FLAGS } from "../clients/chrome.ts";
import { type Measurement, median, notMeasured, type Row } from "../row.ts";
import { withSite } from "../sites/site-process.ts";

const ROUNDS = 5;
const SLOWDOWN = 4;
const OWNER = { email: "owner@example.com", password: "correct horse battery" };

type Interaction = { name: string; mostMs: number; perform: (page: Page) => Promise<void>; answered: string };
type Scene = { open: (browser: Browser, url: string) => Promise<Page>; interactions: Interaction[] };

const SCENES: Scene[] = [
  {
    open: async (browser, url) => {
      const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
      const page = await newPage(browser, phone);
      await page.goto(`${url}/book-meeting`);
      await page.getByRole("button", { name: "Next month" }).tap();
      return page;
    },
    interactions: [
      {
        name: "choosing a day",
        mostMs: 100,
        perform: (page) =>
          page
            .getByRole("gridcell")
            .getByRole("button", { name: /available/ })
            .first()
            .tap(),
        answered: "[role=radiogroup] [type=radio]",
      },
      {
        name: "choosing a slot",
        mostMs: 100,
        perform: (page) => page.locator(".slot").first().tap(),
        answered: ".slot :checked",
      },
    ],
  },
  {
    open: async (browser, url) => {
      const page = await newPage(browser, { viewport: { width: 1280, height: 800 } });
      await page.goto(`${url}/login`);
      await page.getByLabel("Email").fill(OWNER.email);
      await page.getByLabel("Password").fill(OWNER.password);
      await page.getByRole("button", { name: "Sign In" }).click();
      await page.waitForURL("**/admin");
      await page.goto(`${url}/admin/bookings`);
      await page.locator("[data-record]").first().waitFor();
      return page;
    },
    interactions: [
      {
        name: "opening a dialog",
        mostMs: 120,
        perform: (page) =>
          page
            .getByRole("button", { name: /^Status:/ })
            .first()
            .click(),
        answered: "dialog[open]",
      },
    ],
  },
];

export const measureInteractions: Measurement = async () => {
  if (!CHROME)
    return SCENES.flatMap(({ interactions }) =>
      interactions.map(({ name, mostMs }) =>
        notMeasured("P16", name, must(mostMs), "needs Chromium (apt-get install chromium)"),
      ),
    );
  const browser = await chromium.launch({ executablePath: CHROME, args: CHROME_FLAGS });
  try {
    return await withSite((url) => measureScenes(browser, url), {
      env: { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password },
    });
  } finally {
    await browser.close();
  }
};

async function measureScenes(browser: Browser, url: string): Promise<Row[]> {
  await bookSome(url);
  const delays = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { open, interactions } of SCENES) {
      const page = await open(browser, url);
      await slowDown(page);
      for (const { name, perform, answered } of interactions)
        delays.set(name, [...(delays.get(name) ?? []), await delayOf(page, perform, answered)]);
      await page.context().close();
    }
  return SCENES.flatMap(({ interactions }) => interactions).map(({ name, mostMs }) => {
    const values = delays.get(name) ?? [];
    return {
      id: "P16",
      measure: `INP at ${SLOWDOWN}× slowdown: ${name}`,
      must: must(mostMs),
      got: `${median(values)} ms (longest of ${ROUNDS}: ${Math.max(...values)})`,
      met: median(values) <= mostMs,
    };
  });
}

function must(mostMs: number): string {
  return `INP ≤ ${mostMs} ms`;
}

async function newPage(browser: Browser, options: Parameters<Browser["newContext"]>[0]): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.addInitScript(() => {
    const interactions: PerformanceEntry[] = [];
    Object.assign(window, { interactions });
    new PerformanceObserver((list) => interactions.push(...list.getEntries())).observe({
      type: "event",
      // The minimum is 16 ms; durations are rounded to 8 ms.
      durationThreshold: 16,
    } as PerformanceObserverInit);
  });
  return page;
}

async function slowDown(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
}

/** The value is milliseconds from the press to the next frame, as web vitals define it. */
async function delayOf(page: Page, perform: (page: Page) => Promise<void>, answered: string): Promise<number> {
  const interactions = () =>
    page.evaluate(async () => {
      // Entries are delivered after the frame they wait for.
      await new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)));
      const { interactions } = window as unknown as { interactions: (PerformanceEntry & { interactionId: number })[] };
      return interactions.filter(({ interactionId }) => interactionId > 0).map(({ duration }) => duration);
    });
  const before = (await interactions()).length;
  await perform(page);
  await page.locator(answered).first().waitFor({ state: "attached" });
  // An interaction below the threshold has no entry.
  return Math.max(16, ...(await interactions()).slice(before));
}

async function bookSome(url: string): Promise<void> {
  const json = async (path: string, body?: object) => {
    const init = body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    const answer = await fetch(`${url}${path}`, init);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { days } = (await json("/api/bookings/available-days")) as { days: { date: string; state: string }[] };
  for (const { date } of days.filter(({ state }) => state === "open").slice(-10)) {
    const { slots } = (await json(`/api/bookings/available-slots?date=${date}`)) as { slots: string[] };
    await json("/api/bookings", newBooking({ meetingDate: date, meetingTime: slots[0] }));
  }
}
