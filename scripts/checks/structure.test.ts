import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, matchesGlob, normalize } from "node:path";
import { expect, test } from "vitest";
import { MIGRATIONS, type Tables } from "#app/tables.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";

type Import = { specifier: string; target: string };
type SourceFile = { file: string; text: string; imports: Import[] };

const MAX_FILES = 20;
/** Series of numbered files. */
const NUMBERED = ["docs/decisions", "migrations"];

/** From the bottom: a module imports only from the layers below its own. The files directly in src are above all. */
const LAYERS = [
  // For any site.
  ["platform"],
  // The facts of the company, as published.
  ["company"],
  // For every page of the company.
  ["shell"],
  // What must stay away after a restore, from all that is above.
  ["removals"],
  // Notifications to people and programs.
  ["mail", "webhooks"],
  // Accounts.
  ["users"],
  // Sign-in.
  ["auth"],
  // What programs may do, and proof of the person who lets them.
  ["keys"],
  // What people have agreed to, for whatever reaches them.
  ["permissions"],
  // What bookings and messages have in common.
  ["leads"],
  // What visitors send.
  ["bookings", "contact"],
  // Use both.
  ["agenda", "calls", "campaigns", "follow-up", "offers"],
  // The owner's desk: editing the facts, and what publishing them does to bookings and messages. What a person may ask about
  // everything that is stored. The page that imports files. And the page of one's own account.
  ["imports", "desk", "people", "account"],
  // Copies of everything.
  ["backups"],
  // How the site itself is.
  ["system"],
  // Pages that show parts of several modules.
  ["analytics", "audit-log", "marketing"],
];

/** Prefixes of files beside table.ts and store.ts that use column names of bookings and messages. */
const COLUMN_NAME_EXCEPTIONS = [
  // A mail has a mailbox as well.
  "src/bookings/server/mail/notice-to-visitor.ts",
];

const root = join(import.meta.dirname, "../..");
const ignored = linesOf(".gitignore").map((line) => line.replace(/\/$/, ""));
const files = listFiles("");
const aliases = Object.entries((JSON.parse(textOf("package.json")) as { imports: Record<string, string> }).imports).map(
  ([name, path]) => [name.replace(/\*$/, ""), path.replace(/^\.\/|\*$/g, "")] as const,
);
const sources = files.filter((file) => /^src\/.*\.tsx?$|^site\.config\.ts$/.test(file)).map(readSource);
const byFile = new Map(sources.map((source) => [source.file, source]));
const production = sources.filter(({ file }) => !/\.test\.tsx?$/.test(file));

test(`no folder holds more than ${MAX_FILES} files`, () => {
  const full = [...Map.groupBy(files, dirname)]
    .filter(([folder, { length }]) => length > MAX_FILES && !NUMBERED.includes(folder))
    .map(([folder, { length }]) => `${folder} holds ${length}`);
  expect(full).toEqual([]);
});

test("no file imports itself by way of others, not even for a type", () => {
  const circles: string[][] = [];
  for (const { file } of production) if (!circles.flat().includes(file)) circles.push(shortestCycle(file));
  expect(circles.filter(({ length }) => length > 0).map((circle) => circle.join(" > "))).toEqual([]);
});

test("every module stands in one layer", () => {
  const modules = new Set(production.map(({ file }) => moduleOf(file)).filter(Boolean));
  expect(LAYERS.flat().sort()).toEqual([...modules].sort());
});

test("a module imports only from the layers below its own", () => {
  const upward = production.flatMap(({ file, imports }) =>
    imports
      .filter(({ target }) => moduleOf(target) !== moduleOf(file) && layerOf(target) >= layerOf(file))
      .map(({ specifier }) => `${file} imports ${specifier}`),
  );
  expect(upward).toEqual([]);
});

test("only the first version of the facts and one old migration read site.config.ts", () => {
  const readers = files.filter(
    (file) => /\.tsx?$/.test(file) && /\bfrom "(#site|.*site\.config\.ts)"/.test(textOf(file)),
  );
  expect(readers.filter((file) => !file.startsWith("scripts/bench/"))).toEqual([
    "migrations/0008-availability.ts",
    "src/company/seed.ts",
  ]);
});

test("no script of a browser holds the Markdown parser or the text of a style sheet", () => {
  const entries = files.filter((file) => /^src\/.*\.entry\.tsx?$/.test(file) && file !== "src/render.entry.ts");
  expect(entries.length).toBeGreaterThan(5);
  const reached = new Set(entries);
  for (const file of reached) for (const { target } of importsOf(file)) reached.add(target);
  const heavy = production.filter(({ text }) => /from "(markdown-it|[^"]*\?raw)"/.test(text)).map(({ file }) => file);
  expect(heavy).toContain("src/marketing/web/texts/markdown.ts");
  expect(heavy.filter((file) => reached.has(file))).toEqual([]);
});

test("an import that begins with ../ stays inside its own server or web", () => {
  const outside = sources.flatMap(({ file, imports }) => {
    const side = /^src\/[^/]+\/(server|web)\//.exec(file)?.[0];
    return imports
      .filter(({ specifier, target }) => specifier.startsWith("../") && !(side && target.startsWith(side)))
      .map(({ specifier }) => `${file} imports ${specifier}`);
  });
  expect(outside).toEqual([]);
});

test("the columns of bookings and messages are said in table.ts, store.ts and migrations only", async () => {
  const { ofLeads, ofOthers } = await columnsOfTables();
  const found = production
    .filter(({ file }) => !/\/(table|store)\.ts$/.test(file))
    .filter(({ file }) => !COLUMN_NAME_EXCEPTIONS.some((path) => file.startsWith(path)))
    .flatMap(({ file, text }) => {
      // In other modules created_at is more likely a column of another table.
      const forbidden = ["bookings", "contact"].includes(moduleOf(file)) ? ofLeads : ofLeads.difference(ofOthers);
      const words = new Set(withoutComments(text).match(/\b[a-z]+(_[a-z]+)+\b/g));
      return [...words.intersection(forbidden)].map((word) => `${file} says ${word}`);
    });
  expect(found).toEqual([]);
});

/** All files that git would not ignore. Works without git, because the tree may be an export. */
function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== ".git" && !ignored.some((pattern) => matchesGlob(name, pattern)))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(folder, entry.name)) : [join(folder, entry.name)]));
}

function readSource(file: string): SourceFile {
  const text = textOf(file);
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([#.][^"?]*)/g)].map(
    ([, specifier = ""]) => specifier,
  );
  return { file, text, imports: specifiers.map((specifier) => ({ specifier, target: resolve(specifier, file) })) };
}

function resolve(specifier: string, from: string): string {
  if (specifier.startsWith(".")) return normalize(join(dirname(from), specifier));
  const [name, path] = aliases.find(([name]) => specifier.startsWith(name)) ?? [specifier, specifier];
  return path + specifier.slice(name.length);
}

/** The shortest import cycle through this file; empty if there is none. */
function shortestCycle(start: string): string[] {
  const cameFrom = new Map<string, string>();
  const next = [start];
  for (const file of next)
    for (const { target } of importsOf(file)) {
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, file);
      next.push(target);
    }
  if (!cameFrom.has(start)) return [];
  const circle = [start];
  do circle.unshift(cameFrom.get(circle[0] ?? start) ?? start);
  while (circle[0] !== start);
  return circle;
}

function importsOf(file: string): Import[] {
  return byFile.get(file)?.imports ?? [];
}

/** "" for the files directly in src. */
function moduleOf(file: string): string {
  return file === "site.config.ts" ? "company" : (/^src\/([^/]+)\//.exec(file)?.[1] ?? "");
}

/** package.json is below all: it imports nothing. */
function layerOf(file: string): number {
  if (file === "package.json") return -1;
  const layer = LAYERS.findIndex((modules) => modules.includes(moduleOf(file)));
  return layer === -1 ? LAYERS.length : layer;
}

/** Column names with an underscore, which only SQL would use, of bookings and messages and of other tables. */
async function columnsOfTables(): Promise<{ ofLeads: Set<string>; ofOthers: Set<string> }> {
  const dataDir = mkdtempSync(join(tmpdir(), "structure-"));
  const database = await openDatabase<Tables>({ dataDir, databaseUrl: undefined, onConnectionError: console.error });
  try {
    await migrate(database, MIGRATIONS);
    const tables = await database.read.introspection.getTables();
    const columnsOf = (chosen: typeof tables) =>
      new Set(chosen.flatMap(({ columns }) => columns.map(({ name }) => name)).filter((name) => name.includes("_")));
    const isOfLeads = ({ name }: { name: string }) => /^(bookings|contact_messages)$/.test(name);
    const isKeptByTriggers = ({ name }: { name: string }) => /_(counts|search|search_rows)$/.test(name);
    return {
      ofLeads: columnsOf(tables.filter(isOfLeads)),
      ofOthers: columnsOf(tables.filter((table) => !isOfLeads(table) && !isKeptByTriggers(table))),
    };
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true });
  }
}

function withoutComments(text: string): string {
  return text.replace(/^\s*(\/\*\*[\s\S]*?\*\/|\/\/.*)$/gm, "");
}

function linesOf(file: string): string[] {
  return textOf(file).split("\n").filter(Boolean);
}

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
