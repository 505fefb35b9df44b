import { join } from "node:path";
import { defineConfig } from "vitest/config";

// The processes that tests start load what the first of them compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.compiled");

const isDrill = process.env.DRILL === "on";

const onDatabase = ["src/**/server/**/*.test.ts", "test/**/*.test.ts"];

const withoutDatabase = [
  "src/platform/server/csv/csv.test.ts",
  "src/platform/server/http/{pages,peer}.test.ts",
  "src/platform/server/outgoing.test.ts",
];

// What these look at is above the database, or is SQLite's own. A drill runs them on both engines all the same.
const onOneEngine = [
  "src/auth/server/{forged-tokens,secret}.test.ts",
  "src/bookings/server/book/clock-change.test.ts",
  "src/{bookings/server/mail,contact/server}/emails.test.ts",
  "src/platform/server/csv/csv-import.test.ts",
  "src/platform/server/database/{foreign-lock,sqlite,sqlite-presence}.test.ts",
  "src/platform/server/http/policy-reports.test.ts",
  "src/users/server/new-passwords.test.ts",
  "src/webhooks/server/receivers.test.ts",
  "test/calls/{access,answer-headers,connections,fuzz,http,metrics}.test.ts",
  "test/failure/log-output.test.ts",
  "test/visitors/strangers-words.test.ts",
];

// One process runs many files: what they load, it loads once. Nothing that a test changes outlives it.
const shared = { setupFiles: "test/setup.ts", testTimeout: 30_000, hookTimeout: 60_000, isolate: false };

export default defineConfig({
  test: {
    // Of two cores Vitest would leave one to itself.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          css: true,
          name: "words",
          include: [
            "src/*.test.ts",
            "src/*/*.test.ts",
            "src/*/web/**/*.test.ts",
            "scripts/**/*.test.ts",
            ...withoutDatabase,
          ],
        },
      },
      {
        test: {
          ...shared,
          name: "sqlite",
          include: onDatabase,
          exclude: withoutDatabase,
          env: { TEST_ENGINE: "sqlite" },
          globalSetup: "test/programs/sqlite-setup.ts",
        },
      },
      {
        test: {
          ...shared,
          name: "postgres",
          include: onDatabase,
          exclude: [...withoutDatabase, ...(isDrill ? [] : onOneEngine)],
          env: { TEST_ENGINE: "postgres" },
          globalSetup: "test/programs/postgres-setup.ts",
        },
      },
    ],
  },
});
