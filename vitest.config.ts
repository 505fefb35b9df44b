import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { launchOptions } from "./playwright.config.ts";
import { ABOVE_DATABASE, WITH_COOKIE, WITHOUT_DATABASE } from "./test/engines.ts";

// Processes that tests start share one compile cache.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.compiled");

const isDrill = process.env.DRILL === "on";

const onDatabase = ["src/**/server/**/*.test.ts", "test/**/*.test.ts"];

// One process runs many files and loads their imports once, so a test must undo what it changes in the process.
const shared = { setupFiles: "test/setup.ts", testTimeout: 30_000, hookTimeout: 60_000, isolate: false };

export default defineConfig({
  test: {
    // Vitest leaves one core free by default.
    maxWorkers: 4,
    globalSetup: "test/programs/bundle-setup.ts",
    projects: [
      {
        plugins: [react()],
        // A package that is only found on the way would load the page of a running test again.
        optimizeDeps: { entries: ["src/**/*.test.tsx"] },
        test: {
          name: "components",
          include: ["src/**/*.test.tsx"],
          setupFiles: "test/setup.ts",
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions }),
            instances: [{ browser: "chromium" }],
            screenshotFailures: false,
          },
        },
      },
      {
        test: {
          ...shared,
          css: true,
          name: "unit",
          include: [
            "src/*/*.test.ts",
            "src/*/*/*.test.ts",
            "src/**/web/**/*.test.ts",
            "scripts/**/*.test.ts",
            ...WITHOUT_DATABASE,
          ],
        },
      },
      {
        test: {
          ...shared,
          name: "sqlite",
          include: onDatabase,
          exclude: [...WITHOUT_DATABASE],
          env: { TEST_ENGINE: "sqlite" },
          globalSetup: "test/programs/sqlite-setup.ts",
        },
      },
      {
        test: {
          ...shared,
          name: "cookie",
          include: [...WITH_COOKIE.always, ...(isDrill ? WITH_COOKIE.drill : [])],
          env: { TEST_ENGINE: "sqlite", TEST_REFRESH_TOKENS: "cookie" },
          globalSetup: "test/programs/sqlite-setup.ts",
        },
      },
      {
        test: {
          ...shared,
          name: "postgres",
          include: onDatabase,
          exclude: [...WITHOUT_DATABASE, ...(isDrill ? [] : ABOVE_DATABASE)],
          env: { TEST_ENGINE: "postgres" },
          globalSetup: "test/programs/postgres-setup.ts",
        },
      },
    ],
  },
});
