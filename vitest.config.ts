import { defineConfig } from "vitest/config";

const server = ["src/**/server/**/*.test.ts", "test/**/*.test.ts"];
const shared = { setupFiles: "test/setup.ts", testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // Vitest leaves a core to itself; on two that halves what runs at once.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          css: true,
          name: "words",
          include: ["src/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: server,
        },
      },
      {
        test: {
          ...shared,
          name: "sqlite",
          include: server,
          env: { TEST_ENGINE: "sqlite" },
          globalSetup: "test/programs/sqlite-setup.ts",
        },
      },
      {
        test: {
          ...shared,
          name: "postgres",
          include: server,
          env: { TEST_ENGINE: "postgres" },
          globalSetup: "test/programs/postgres-setup.ts",
        },
      },
    ],
  },
});
