// The drill follows docs/recipes.md in a scratch copy, and leaves out each file of the recipe once: a check must fail.
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { drill } from "#test/drill.ts";

const ROOT = join(import.meta.dirname, "../..");
const NOT_COPIED = /^(\.git|node_modules|data|build.*|test-results)$/;
const MAX_PRODUCTION_FILES = 5;
const MINUTE_MS = 60_000;
const IMPORTED = /\bPREFERRED_CONTACTS\b/;

type Step = { file: string; kind: "production" | "migration" | "test"; take: (path: string) => void };

const STEPS: readonly Step[] = [
  {
    file: "src/inquiries/bookings/choices.ts",
    kind: "production",
    take: (path) =>
      insert(
        path,
        /export const TIMEFRAMES\b/,
        `export const OCCUPANTS = { owner: "The owner", tenant: "A tenant" } as const;\n\n`,
      ),
  },
  {
    file: "src/inquiries/bookings/booking.ts",
    kind: "production",
    take: (path) => {
      insert(path, IMPORTED, "OCCUPANTS, ");
      insert(path, /^ *meetingType:/m, `  occupant: optionalChoice(OCCUPANTS, "Please choose who lives there"),\n`);
    },
  },
  {
    file: "src/inquiries/bookings/facts.ts",
    kind: "production",
    take: (path) => {
      insert(path, IMPORTED, "OCCUPANTS, ");
      insert(
        path,
        /^ *meetingType:/m,
        `  occupant: { about: "sale", label: "Who lives there", kept: "who lives there", choices: OCCUPANTS, optional: true },\n`,
      );
    },
  },
  {
    file: "migrations/9999-occupant.ts",
    kind: "migration",
    take: (path) =>
      writeFileSync(
        path,
        `import type { Kysely } from "kysely";\nimport { makeView } from "./shared/inquiries.ts";\n` +
          `import { run } from "./shared/statements.ts";\n\nexport async function up(db: Kysely<never>): Promise<void> {\n` +
          `  await run(db, ["alter table meetings add column occupant text", ...makeView("bookings")]);\n}\n`,
      ),
  },
  {
    file: "test/people.ts",
    kind: "test",
    take: (path) => insert(path, /^ *timeframeToSell:/m, `    occupant: "tenant",\n`),
  },
  {
    file: "src/inquiries/bookings/server/book/book-meeting.test.ts",
    kind: "test",
    take: (path) => {
      insert(
        path,
        /^import /m,
        `import { exportBookings } from "../files/export.ts";\nimport { importBookings } from "../files/import-bookings.ts";\n`,
      );
      appendFileSync(
        path,
        `
test("who lives there is kept, exported and imported", async () => {
  const site = await startSite();
  expect((await book(site)).statusCode).toBe(201);
  expect((await book(site, { occupant: "", meetingTime: "10:30 AM" })).statusCode).toBe(201);
  const rows = await site.database.read.selectFrom("bookings").select("occupant").orderBy("meeting_time").execute();
  expect(rows).toEqual([{ occupant: "tenant" }, { occupant: null }]);
  const query = { search: undefined, status: undefined, meetingType: undefined, propertyType: undefined };
  let file = "";
  for await (const piece of exportBookings(site.database, query)) file += piece;
  expect(file).toContain("Who lives there");
  expect(file).toContain("A tenant");

  const other = await startSite();
  const request = { file: Buffer.from(file), isCheck: false, actor: "admin@example.com", now: other.clock.now() };
  expect(await importBookings(other.database, request)).toMatchObject({ made: 2, wrongLines: 0 });
  const imported = other.database.read.selectFrom("bookings").select("occupant").orderBy("meeting_time");
  expect(await imported.execute()).toEqual(rows);
});
`,
      );
    },
  },
];

test(`the recipe of a new field names its files, at most ${MAX_PRODUCTION_FILES} of production`, () => {
  const recipe = recipeOf("A new field of a booking");
  for (const { file, kind } of STEPS)
    expect(recipe, file).toContain(kind === "migration" ? "`migrations/`" : `\`${file}\``);
  expect(STEPS.filter(({ kind }) => kind === "production").length).toBeLessThanOrEqual(MAX_PRODUCTION_FILES);
});

drill("with the files of the recipe every check passes", { timeout: 15 * MINUTE_MS }, () => {
  const copy = scratchCopy();
  for (const { file, take } of STEPS) take(join(copy, file));
  expect(findFailure(copy)).toBeUndefined();
});

test("the places where a new field goes are found however the formatter breaks their lines", () => {
  const folder = mkdtempSync(join(tmpdir(), "new-field-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const biome = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
  for (const { file, take } of STEPS.filter(({ kind }) => kind !== "migration")) {
    const made = ["40", "320"].map((width) => {
      const path = join(folder, basename(file));
      const input = readFileSync(join(ROOT, file));
      const options = ["format", `--line-width=${width}`, `--stdin-file-path=${file}`];
      writeFileSync(path, execFileSync(process.execPath, [biome, ...options], { cwd: ROOT, input }));
      take(path);
      return readFileSync(path, "utf8").replace(/[\s,;()|]/g, "");
    });
    expect(new Set(made).size, file).toBe(1);
  }
});

drill.each(STEPS.filter(({ kind }) => kind !== "test"))(
  "to forget $file when a field is added fails",
  { timeout: 15 * MINUTE_MS },
  ({ file: forgotten }) => {
    const copy = scratchCopy();
    for (const { file, take } of STEPS) if (file !== forgotten) take(join(copy, file));
    expect(findFailure(copy)).toContain("failed");
  },
);

function scratchCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), "new-field-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(ROOT, copy, {
    recursive: true,
    filter: (source) => source === ROOT || !NOT_COPIED.test(basename(source)),
  });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Checks run cheapest first. The result is the first failing one with its output. */
function findFailure(copy: string): string | undefined {
  const bin = (script: string) => join(copy, "node_modules", script);
  const types = ["server", "web", "scripts"].map((part) => [bin("typescript/bin/tsc"), "-p", `tsconfig.${part}.json`]);
  const full = [
    [bin("@biomejs/biome/bin/biome"), "check", "--write", "src", "migrations", "test"],
    ...types,
    [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."],
    [
      bin("vitest/vitest.mjs"),
      "run",
      "--project",
      "unit",
      "--project",
      "sqlite",
      "--maxWorkers=2",
      "src/inquiries/bookings",
    ],
  ];
  for (const command of full)
    try {
      execFileSync(process.execPath, command, { cwd: copy, stdio: "pipe", env: { ...process.env, VITEST: "" } });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
      return `${command.slice(1).join(" ")} failed:\n${`${stdout}\n${stderr}`.slice(-6_000)}`;
    }
  return undefined;
}

function recipeOf(heading: string): string {
  const [, section = ""] = readFileSync(join(ROOT, "docs/recipes.md"), "utf8").split(`## ${heading}\n`);
  return section.split("\n## ")[0] ?? "";
}

function insert(path: string, before: RegExp, text: string): void {
  const content = readFileSync(path, "utf8");
  const at = content.search(before);
  if (at < 0) throw new Error(`${path} has no ${before}`);
  writeFileSync(path, content.slice(0, at) + text + content.slice(at));
}
