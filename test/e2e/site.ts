// Every worker of the end-to-end tests has its own site: the production build, a new database, a free port.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, type Page } from "@playwright/test";
import { adoptFacts } from "#company/facts/facts.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { freePort } from "../programs/postgres.ts";

// Tests that compute a time read the same facts as a new site.
adoptFacts(seedFacts());

export type RunningSite = { url: string; dataDir: string; process: ChildProcess; adminPassword: string };

export const ADMIN_EMAIL = "owner@example.com";
/** The list of accounts, filtered to the owner: it shows only the newest, and the tests of a site create many. */
export const OWNER_IN_LIST = `/admin/users?search=${ADMIN_EMAIL}`;

export const test = base.extend<{ phone: Page }, { site: RunningSite }>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await startSite();
      await use(site);
      await stopSite(site);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  /** A page of a phone's size, with touch and with what moves. */
  phone: async ({ browser, site }, use) => {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: "no-preference",
    });
    await use(await context.newPage());
    await context.close();
  },
});

export { expect } from "@playwright/test";

/** Starts the built site in a separate process and waits until it is ready. `env` overrides settings. */
export async function startSite(env: Record<string, string> = {}): Promise<RunningSite> {
  const port = await freePort();
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), "site-e2e-"));
  const adminPassword = "correct horse battery";
  const child = spawn(process.execPath, ["build-server/main.js"], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL,
      ADMIN_PASSWORD: adminPassword,
      RATE_LIMIT: "off",
      // Tests share a session, which has to outlive them on a slow machine.
      ACCESS_TOKEN_SECONDS: "7200",
      LOG_LEVEL: "error",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = `http://localhost:${port}`;
  await untilReady(child);
  return { url, dataDir, process: child, adminPassword };
}

export async function stopSite(site: RunningSite, { keepData = false } = {}): Promise<void> {
  if (site.process.exitCode === null) {
    site.process.kill("SIGTERM");
    await once(site.process, "exit");
  }
  if (!keepData) rmSync(site.dataDir, { recursive: true, force: true });
}

/** The site logs its URL once it listens. Its output is read to the end, because a full pipe would block it. */
function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let heard = "";
    child.stdout?.on("data", (chunk) => {
      heard += chunk;
      if (heard.includes("The site is at")) resolve();
    });
    child.once("exit", () => reject(new Error(`The site did not start:\n${heard}`)));
  });
}
