import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** The one without a window first: the tests take half as long in it. scripts/test.mjs looks for the same. */
const SYSTEM_CHROMIUM = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find(existsSync);

export const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? SYSTEM_CHROMIUM,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // Less work for two cores: a tenth of the tests' time.
    "--in-process-gpu",
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
    "--disable-software-rasterizer",
    "--disable-partial-raster",
    "--disable-threaded-animation",
    "--js-flags=--max-lazy --no-opt --single-threaded",
  ],
};

export default defineConfig({
  testDir: "test/e2e",
  globalSetup: "./test/e2e/require-built.ts",
  fullyParallel: true,
  forbidOnly: true,
  // The same pages at another width, in themes that are also checked elsewhere.
  ...(process.env.DRILL !== "on" && { grepInvert: /@drill/ }),
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    viewport: { width: 1280, height: 800 },
    // A trace costs a third of the time; to look into a failed test, repeat it with --trace=retain-on-failure.
    screenshot: "only-on-failure",
    // A page would wait for the worker at its first navigation, and tests could not answer for the server behind it.
    serviceWorkers: "block",
    launchOptions,
    // A click waits until its target stands still.
    contextOptions: { reducedMotion: "reduce" },
  },
});
