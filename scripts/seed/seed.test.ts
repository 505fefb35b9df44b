import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";

test.each([
  [[]],
  [["--help"]],
  [["--bookings", "-5"]],
  [["--bookings", "0", "--users", "many"]],
  [["--bookings", "5", "--today", "tomorrow"]],
])("what the seed cannot read in %j is answered with one line on how to call it", (given) => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/seed/seed.ts", ...given], {
    cwd: join(import.meta.dirname, "../.."),
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Usage: npm run seed -- .+\n$/)]);
});

test("what it makes is in the history, accounts too", { timeout: 60_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), "seed-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { status } = spawnSync(
    process.execPath,
    ["scripts/seed/seed.ts", "--bookings", "2", "--contacts", "3", "--users", "4", "--today", "2026-11-20"],
    { cwd: join(import.meta.dirname, "../.."), env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" } },
  );
  expect(status).toBe(0);
  const database = new DatabaseSync(join(dataDir, "site.db"), { readOnly: true });
  onTestFinished(() => database.close());
  const lines = database
    .prepare(
      "select subject_kind as kind, action, count(*) as count from history where action = 'created' group by 1, 2 order by 1",
    )
    .all();
  expect(lines).toMatchObject([
    { kind: "account", action: "created", count: 4 },
    { kind: "booking", action: "created", count: 2 },
    { kind: "contact", action: "created", count: 3 },
  ]);
});
