// Values belong in tokens.css and palettes.css, a component's look in the CSS file beside it, layout in utilities.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { compile } from "tailwindcss";
import { expect, test } from "vitest";

const TOKENS = "src/platform/web/styles/tokens.css";
const PALETTES = "src/company/shell/web/styles/palettes.css";
const SHEETS = [
  "src/app/web/site.css",
  "src/app/web/app.css",
  TOKENS,
  ...globSync("src/company/shell/web/styles/*.css", { cwd: rootOf("") }),
];
/** These classes qualify an element by its surroundings: `.on-deep &`. */
const SURROUNDINGS = ["dark", "on-deep"];
/** Utilities elsewhere refer to these classes: group-open:hidden. */
const MARKS = ["group", "lot"];

const RAW = {
  "a size": /(?<![\w-])\d*\.?\d+(px|rem)\b/,
  "a color": /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)\(/i,
  "a weight": /font-weight:\s*(\d|bold)/,
  "a radius": /border-radius:[^;]*\d+%/,
  "a width of the screen": /@media[^{]*\b(width|height)\b/,
  "a duration": /(?<![\w-])\d*\.?\d+m?s\b/,
  "a height above the page": /z-index:\s*\d{2}/,
};

const css = new Map(globSync("src/**/*.css", { cwd: rootOf("") }).map((file) => [file, textOf(file)]));
const code = new Map(
  globSync("src/**/*.{ts,tsx}", { cwd: rootOf("") })
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => [file, textOf(file)]),
);
const components = [...css].filter(([file]) => !SHEETS.includes(file));

test("sizes, colors, weights, radii, widths of a screen and durations are tokens", () => {
  const ofSheets = [...css]
    .filter(([file]) => file !== TOKENS && file !== PALETTES && !file.endsWith("/fonts.css"))
    .flatMap(([file, text]) => rawIn(file, text.split("\n")));
  const ofUtilities = [...code].flatMap(([file, text]) =>
    rawIn(
      file,
      classNamesIn(text).filter((name) => name.includes("[")),
    ),
  );
  expect([...ofSheets, ...ofUtilities]).toEqual([]);
});

test("the sheet of a component lies beside it", () => {
  const alone = components.filter(
    ([file]) => !code.has(file.replace(/css$/, "tsx")) && !code.has(file.replace(/css$/, "ts")),
  );
  expect(alone.map(([file]) => file)).toEqual([]);
});

test("every sheet is brought in, and by one of the others or by its component", () => {
  const brought = [...css].flatMap(([file, text]) =>
    [...text.matchAll(/@import "(\.[^"]+)"/g)].map(([, path = ""]) => join(dirname(file), path)),
  );
  for (const [file] of components) {
    const own = ["tsx", "ts"].some((end) =>
      code.get(file.replace(/css$/, end))?.includes(`/${file.split("/").at(-1)}"`),
    );
    expect(brought.filter((path) => path === file).length + Number(own), file).toBe(1);
  }
});

test("the sheets of the platform need no other module's", () => {
  const needed = [...css]
    .filter(([file]) => file.startsWith("src/platform/"))
    .flatMap(([file, text]) =>
      [...text.matchAll(/@(?:import|reference) "([^"]+)"/g)].map(([, path = ""]) => [file, path] as const),
    )
    .map(([file, path]) => (path.startsWith(".") ? join(dirname(file), path) : path));
  expect(needed.length).toBeGreaterThan(0);
  expect(needed.filter((path) => !path.startsWith("src/platform/"))).toEqual([]);
});

test("no class is defined in two files", () => {
  const files = Map.groupBy(
    [...css].flatMap(([file, text]) => [...ownersIn(text)].map((name) => ({ file, name }))),
    ({ name }) => name,
  );
  const twice = [...files]
    .filter(([name, places]) => places.length > 1 && !SURROUNDINGS.includes(name))
    .map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(", ")}`);
  expect(twice).toEqual([]);
});

test("every class that a CSS file names is used", () => {
  const literals = [...code.values()].flatMap((text) => text.match(/"[^"\n]*"|`[^`]*`/g) ?? []);
  const words = new Set(literals.flatMap((literal) => literal.split(/["`\s]+/)));
  const beginnings = [...words].flatMap((word) => /^[a-z-]+-(?=\$\{)/.exec(word) ?? []);
  const named = new Set([...css.values()].flatMap((text) => classesIn(selectorsOf(text).join("\n"))));
  const unused = [...named].filter((name) => !words.has(name) && !beginnings.some((start) => name.startsWith(start)));
  expect(unused).toEqual([]);
});

test("every class that a component uses is defined, or a utility", async () => {
  const defined = new Set([...[...css.values()].flatMap((text) => classesIn(selectorsOf(text).join("\n"))), ...MARKS]);
  const theme = readFileSync(rootOf("node_modules/tailwindcss/theme.css"), "utf8");
  const { build } = await compile(`${theme}\n${textOf(TOKENS)}\n@tailwind utilities;`);
  const used = [...code].flatMap(([file, text]) => classNamesIn(text).map((name) => ({ file, name })));
  const utilities = build(used.map(({ name }) => name));
  const unknown = used
    .filter(({ name }) => !defined.has(name) && !utilities.includes(`.${name.replace(/[^\w-]/g, "\\$&")}`))
    .map(({ file, name }) => `${file}: ${name}`);
  expect(unknown).toEqual([]);
});

test("the sheet of the public pages is made from every component of theirs, and that of the application from its own", () => {
  for (const [sheet, doors] of [
    ["src/app/web/app.css", "src/*/app-pages.ts"],
    ["src/app/web/site.css", "src/*/pages.ts"],
  ] as const) {
    const lists = globSync(doors, { cwd: rootOf("") })
      .map(textOf)
      .join();
    const start = [...lists.matchAll(/import\("#([^"]+)"\)/g)].map(([, path]) => `src/${path}`);
    expect(start.length).toBeGreaterThan(10);
    const missing = importedFrom(start).filter((file) => file.endsWith(".tsx") && !isSource(file, sheet));
    expect(missing, sheet).toEqual([]);
  }
});

function rawIn(file: string, pieces: readonly string[]): string[] {
  return pieces.flatMap((piece) =>
    Object.entries(RAW).flatMap(([kind, pattern]) =>
      pattern.test(piece) ? [`${file} says ${kind}: ${piece.trim()}`] : [],
    ),
  );
}

function classNamesIn(text: string): string[] {
  const values = [...text.matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)];
  return values
    .flatMap(([, plain, expression = ""]) => [
      plain ?? "",
      ...[...expression.replace(/\{[^{}]*\}|=== "[^"]*"/g, "").matchAll(/"([^"]*)"/g)].map(
        ([, literal = ""]) => literal,
      ),
      ...[...expression.matchAll(/`([^`]*)`/g)].map(([, literal = ""]) => literal.replace(/\S*\$\{[^}]*\}\S*/g, " ")),
    ])
    .flatMap((words) => words.split(/\s+/))
    .filter((word) => /^[^"$A-Z]+$/.test(word));
}

function selectorsOf(text: string): string[] {
  return [...text.matchAll(/([^{};]+)\{/g)]
    .map(([, selector = ""]) => selector.trim())
    .filter((s) => !s.startsWith("@"));
}

function classesIn(selectors: string): string[] {
  return [...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name);
}

/** A rule belongs to the first class of each selector that is not inside another rule. */
function ownersIn(text: string): Set<string> {
  const owners = new Set<string>();
  const open: boolean[] = [];
  for (const [, prelude = "", end] of text.matchAll(/([^{};]*)([{};])/g)) {
    if (end === "}") open.pop();
    if (end !== "{") continue;
    const isRule = !/^\s*@/.test(prelude);
    if (isRule && !open.includes(true)) for (const one of prelude.split(/,(?![^(]*\))/)) addOwners(one, owners);
    open.push(isRule);
  }
  return owners;
}

function addOwners(selector: string, owners: Set<string>): void {
  const first = selector
    .replace(/:(has|not)\([^)]*\)/g, "")
    .trim()
    .split(/\s+(?![^(]*\))/)
    .find((part) => part.includes("."));
  for (const name of classesIn(first ?? "")) owners.add(name);
}

function importedFrom(start: readonly string[]): string[] {
  const found = new Set(start);
  for (const file of found)
    for (const [, path = ""] of (code.get(file) ?? "").matchAll(/from "([#.][^"]+)"/g)) {
      const target = path.startsWith("#") ? `src/${path.slice(1)}` : join(dirname(file), path);
      if (code.has(target)) found.add(target);
    }
  return [...found];
}

/** The last @source line that matches the file counts. */
function isSource(file: string, sheet: string): boolean {
  let isIn = false;
  for (const [, not, path = ""] of textOf(sheet).matchAll(/@source (not )?"([^"]+)"/g)) {
    const pattern = join(dirname(sheet), path);
    if (matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`)) isIn = !not;
  }
  return isIn;
}

function textOf(file: string): string {
  const text = readFileSync(rootOf(file), "utf8");
  // A pattern such as "./*/web" in quotes begins no comment.
  return file.endsWith(".css") ? text.replace(/("[^"]*")|\/\*[\s\S]*?\*\//g, "$1") : text;
}

function rootOf(file: string): string {
  return join(import.meta.dirname, "../..", file);
}
