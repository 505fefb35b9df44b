import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, matchesGlob, normalize } from "node:path";
import { expect, test } from "vitest";
import { MIGRATIONS } from "#app/tables.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";

type Import = { specifier: string; target: string };
type SourceFile = { file: string; text: string; imports: Import[] };

const MAX_FILES = 20;
const NUMBERED = ["docs/decisions", "migrations"];

/** Areas and layers are listed from the bottom: each imports only from earlier ones. An area without modules is one module. */
const AREAS: Record<string, readonly (readonly string[])[]> = {
  platform: [],
  company: [["facts"], ["shell"]],
  delivery: [["removals"], ["live", "mail", "push", "webhooks"]],
  accounts: [["users"], ["exports", "keys"], ["own-account"]],
  people: [["permissions"], ["leads"]],
  inquiries: [["roster"], ["kinds"], ["bookings", "contact"], ["agenda", "calls"], ["added-leads"]],
  deals: [["campaigns", "follow-up", "offers"], ["imports", "privacy"], ["day"]],
  site: [["desk", "marketing"]],
  operation: [["backups"], ["system"], ["analytics", "audit-log"]],
  app: [],
};
const MAX_AREAS = 12;
const MAX_PAIRS_OF_AREAS = 40;

/** Other areas may use these parts of a module, beside its shared definitions and their folders. Platform and shell are open. */
const OPEN =
  /^(server\/(?!(admin-|import-)?routes)[^/]+|server\/.+\/(store|table)\.ts|web\/[^/]+\.ts|web\/.*-(panel|badge)\.tsx)$/;
const OPEN_MODULES = ["platform", "company/shell"];

/** These files beside table.ts and store.ts may use column names of bookings and messages. */
const COLUMN_NAME_EXCEPTIONS = [
  // An e-mail has a mailbox as well.
  "src/inquiries/bookings/server/mail/notice-to-visitor.ts",
];

/** These files read tables of other modules. None writes them. */
const READS_ACROSS: Record<string, readonly string[]> = {
  // The store joins leads with offers, which leads do not know.
  "src/deals/offers/server/store.ts": ["leads"],
  // Erasing by a hash looks at every address, wherever it is stored.
  "src/deals/privacy/server/erasure/stored-addresses.ts": ["inquiries", "people", "users"],
  // This runs before any module starts: accounts without a version of the facts are those of a 1.0.0 site.
  "src/company/facts/server/first-facts.ts": ["users"],
  // Every module writes the log through the platform; only this one lists it.
  "src/operation/audit-log/server/store.ts": ["history"],
};

const root = join(import.meta.dirname, "../..");
const ignored = linesOf(".gitignore").map((line) => line.replace(/\/$/, ""));
const files = listFiles("");
const aliases = Object.entries((JSON.parse(textOf("package.json")) as { imports: Record<string, string> }).imports).map(
  ([name, path]) => [name.replace(/\*$/, ""), path.replace(/^\.\/|\*$/g, "")] as const,
);
const sources = files.filter((file) => /^src\/.*\.tsx?$/.test(file)).map(readSource);
const byFile = new Map(sources.map((source) => [source.file, source]));
const production = sources.filter(({ file }) => file.startsWith("src/") && !/\.test\.tsx?$/.test(file));
/** The front door of an area is above its modules. */
const LAYERS = Object.entries(AREAS).flatMap(([area, layers]) => [
  ...layers.map((modules) => modules.map((module) => `${area}/${module}`)),
  [area],
]);
const OWNERS = new Map(
  production.flatMap(({ file, text }) =>
    [...text.matchAll(/^ {2}interface Tables \{\n([\s\S]*?)^ {2}\}/gm)].flatMap(([, tables = ""]) =>
      [...tables.matchAll(/^ {4}(\w+):/gm)].map(([, table = ""]) => [table, moduleOf(file)] as const),
    ),
  ),
);
const crossings = production.flatMap(({ file, imports }) =>
  imports
    .filter(({ target }) => target.startsWith("src/") && moduleOf(target) !== moduleOf(file))
    .map(({ specifier, target }) => ({ file, specifier, target, from: moduleOf(file), to: moduleOf(target) })),
);

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

test("every module is listed in its area", () => {
  const modules = new Set(production.map(({ file }) => moduleOf(file)));
  expect(LAYERS.flat().sort()).toEqual([...modules].sort());
});

test("a module imports only from the layers below its own", () => {
  const upward = crossings
    .filter(({ from, to }) => layerOf(to) >= layerOf(from))
    .map(({ file, specifier }) => `${file} imports ${specifier}`);
  expect(upward).toEqual([]);
});

test("there are few areas, and few pairs of them know each other", () => {
  const pairs = new Set(crossings.map(({ from, to }) => `${areaOf(from)} > ${areaOf(to)}`).filter(isOfTwo));
  expect(Object.keys(AREAS).length).toBeLessThanOrEqual(MAX_AREAS);
  expect([...pairs].sort().slice(MAX_PAIRS_OF_AREAS)).toEqual([]);
});

test("a module uses of another area only what that offers", () => {
  const closed = crossings
    .filter(({ from, to }) => from !== "app" && areaOf(from) !== areaOf(to) && !OPEN_MODULES.includes(to))
    .filter(({ to, target }) => {
      const path = target.slice(`src/${to}/`.length);
      return /^(server|web)\//.test(path) && !OPEN.test(path);
    })
    .map(({ file, specifier }) => `${file} imports ${specifier}`);
  expect(closed).toEqual([]);
});

test("no script of a browser holds the Markdown parser or the text of a style sheet", () => {
  const entries = files.filter((file) => /^src\/.*\.entry\.tsx?$/.test(file));
  expect(entries.length).toBeGreaterThan(5);
  const reached = new Set(entries);
  for (const file of reached) for (const { target } of importsOf(file)) reached.add(target);
  const heavy = production.filter(({ text }) => /from "(markdown-it|[^"]*\?raw)"/.test(text)).map(({ file }) => file);
  expect(heavy).toContain("src/site/marketing/web/texts/markdown.ts");
  expect(heavy.filter((file) => reached.has(file))).toEqual([]);
});

test("an import that begins with ../ stays inside its own server or web", () => {
  const outside = sources.flatMap(({ file, imports }) => {
    const side = /^src\/[^/]+(\/[^/]+)?\/(server|web)\//.exec(file)?.[0];
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
      const forbidden = ["inquiries/bookings", "inquiries/contact"].includes(moduleOf(file))
        ? ofLeads
        : ofLeads.difference(ofOthers);
      const words = new Set(withoutComments(text).match(/\b[a-z]+(_[a-z]+)+\b/g));
      return [...words.intersection(forbidden)].map((word) => `${file} says ${word}`);
    });
  expect(found).toEqual([]);
});

test("a table is written by its own module only, and read by few others", () => {
  const across = production.flatMap(({ file, text }) =>
    tablesIn(text)
      .filter(({ table }) => OWNERS.get(table) !== moduleOf(file))
      .map(({ table, isWritten }) => `${file} ${isWritten ? "writes" : "reads"} ${table}`),
  );
  const allowed = Object.entries(READS_ACROSS).flatMap(([file, tables]) =>
    tables.map((table) => `${file} reads ${table}`),
  );
  expect(OWNERS.size).toBeGreaterThan(50);
  expect([...new Set(across)].sort()).toEqual(allowed.sort());
});

test("no file keeps the facts of the moment at which it was loaded", () => {
  const kept = production.flatMap(({ file, text }) =>
    [...withoutComments(text).matchAll(/\bcurrentFacts\(\)/g)]
      .map(
        ({ index, input }) =>
          input
            .slice(0, index)
            .split(/\n(?=\w)/)
            .at(-1) ?? "",
      )
      .filter((statement) => !/=>|\bfunction\b|\bclass\b|^\s+get /m.test(statement))
      .map((statement) => `${file}: ${statement.split("\n")[0]}`),
  );
  expect(kept).toEqual([]);
});

test("a file called store.ts holds SQL", () => {
  const without = production.filter(({ file, text }) => file.endsWith("/store.ts") && tablesIn(text).length === 0);
  expect(without.map(({ file }) => file)).toEqual([]);
});

/** The search works without git, because the tree may be an export. */
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

const QUERY =
  /\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|(?:inner|left|right|full|cross)Join|using)\(\s*(\[[^\]]*\]|"[^"]*"|\w+(?=[,)]))/g;
const RAW_QUERY = /\b(insert into|update|delete from|from|join)\s+(\w+)/g;
const WRITES = /^(insert|update|delete|merge|replace)/;

/** Where a query or a queue gets the name as an argument, each name in the text counts as written. */
function tablesIn(text: string): { table: string; isWritten: boolean }[] {
  const code = withoutComments(text);
  const queries = [...code.matchAll(QUERY)];
  const named = queries.flatMap(([, verb = "", target = ""]) =>
    [...target.matchAll(/"(\w+)/g)].map(([, table = ""]) => ({ table, isWritten: WRITES.test(verb) })),
  );
  const raw = [...code.matchAll(/\bsql(?:<[^`]*>)?`([^`]*)`/g)].flatMap(([, query = ""]) =>
    [...query.matchAll(RAW_QUERY)].map(([, verb = "", table = ""]) => ({ table, isWritten: WRITES.test(verb) })),
  );
  const given = queries.filter(([, , target = ""]) => /^\w/.test(target)).map(([, verb = ""]) => WRITES.test(verb));
  const isQueue = /from "[^"]*\/queue\/queue\.ts"/.test(code);
  const mentioned =
    given.length > 0 || isQueue
      ? [...code.matchAll(/"(\w+)"/g)].map(([, table = ""]) => ({ table, isWritten: isQueue || given.includes(true) }))
      : [];
  return [...named, ...raw, ...mentioned].filter(({ table }) => OWNERS.has(table));
}

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

/** A front door and an area without modules belong to the area itself. */
function moduleOf(file: string): string {
  const [, area = "", module = ""] = file.split("/");
  return AREAS[area]?.length === 0 || module.includes(".") ? area : `${area}/${module}`;
}

function areaOf(module: string): string {
  return module.split("/")[0] ?? "";
}

function layerOf(module: string): number {
  return LAYERS.findIndex((modules) => modules.includes(module));
}

function isOfTwo(pair: string): boolean {
  const [from, to] = pair.split(" > ");
  return from !== to;
}

/** Only SQL uses column names with an underscore. */
async function columnsOfTables(): Promise<{ ofLeads: Set<string>; ofOthers: Set<string> }> {
  const dataDir = mkdtempSync(join(tmpdir(), "structure-"));
  const database = await openDatabase({ dataDir, databaseUrl: undefined, onConnectionError: console.error });
  try {
    await migrate(database, MIGRATIONS);
    const tables = await database.read.introspection.getTables();
    const columnsOf = (chosen: typeof tables) =>
      new Set(chosen.flatMap(({ columns }) => columns.map(({ name }) => name)).filter((name) => name.includes("_")));
    const isOfLeads = ({ name }: { name: string }) =>
      /^(inquiries|meetings|messages|bookings|contact_messages)$/.test(name);
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
