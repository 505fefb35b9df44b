import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { REQUIRED_SPEND_HEADINGS, SPEND_HEADINGS } from "#deals/campaigns/spend.ts";
import { LEAD_HEADINGS, REQUIRED_LEAD_HEADINGS } from "#deals/follow-up/leads-file.ts";
import { EVENT_TYPES } from "#delivery/webhooks/webhook.ts";
import * as bookings from "#inquiries/bookings/columns.ts";
import * as contact from "#inquiries/contact/facts.ts";

const MAX_WORDS = 30_000;
const MAX_README_LINES = 90;
const GLOSSARY_WORDS = 15;
/** docs/style.md has examples. */
const DROPPED_WORDS = [
  "whoever",
  "somebody",
  "meanwhile",
  "be had",
  "under way",
  "owed",
  "owes",
  "passing files",
  "at the door",
  "error road",
];
const root = join(import.meta.dirname, "../..");

const documents = globSync(["*.md", "{deploy,docs,migrations,scripts,src,test}/**/*.md"], { cwd: root });
const sources = globSync("{src,scripts,test,migrations,deploy}/**/*.{ts,tsx,mjs,css}", { cwd: root });
const tests = sources.filter((name) => /\.(test|spec)\.tsx?$/.test(name));
const read = (name: string) => readFileSync(join(root, name), "utf8");

test("every link and picture in the documents leads to a file, and to a heading in it", () => {
  const broken = documents.flatMap((name) =>
    [...read(name).matchAll(/(?:\]\(|src=")(?!https?:)([^)"#]*)(#[^)"]*)?[)"]/g)].flatMap(
      ([link, path = "", anchor]) => {
        const file = path ? join(dirname(name), path) : name;
        const isThere = existsSync(join(root, file)) && (!anchor || headingAnchors(read(file)).includes(anchor));
        return isThere ? [] : [`${name}: ${link}`];
      },
    ),
  );
  expect(broken).toEqual([]);
});

test("every npm command in the documents exists", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const named = documents.flatMap((name) =>
    [...read(name).matchAll(/npm run (?:-\w+ )*([a-z][\w:-]*)/g)].map(([, script]) => script),
  );
  expect(named.filter((script) => script && !(script in scripts))).toEqual([]);
});

test("every source file that the documents name exists", () => {
  const missing = documents.flatMap((name) =>
    [...read(name).matchAll(/`((?:src|scripts|test|migrations|docs|deploy)\/[\w./-]+)`/g)].flatMap(([, path = ""]) =>
      existsSync(join(root, path)) ? [] : [`${name}: ${path}`],
    ),
  );
  expect(missing).toEqual([]);
});

test("every test file that docs/security.md names is one file", () => {
  const named = [...read("docs/security.md").matchAll(/[\w/-]+\.(?:test|spec)\.ts/g)].map(([file]) => file);
  const unclear = named.filter((file) => tests.filter((path) => `/${path}`.endsWith(`/${file}`)).length !== 1);
  expect(unclear).toEqual([]);
});

test("every function, type and constant that the documents name exists", () => {
  const deployed = ["deploy/compose.yaml", "deploy/porchlight.service"];
  const code = [...sources, ...deployed, "biome.json", "tsconfig.base.json"].map(read).join("\n");
  const identifiers = new Set(code.match(/[A-Za-z_]\w*/g));
  const missing = documents.flatMap((name) =>
    [...withoutExamples(name).matchAll(/`([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+)\b[^`]*`/g)].flatMap(
      ([, identifier = ""]) => (identifiers.has(identifier) ? [] : [`${name}: ${identifier}`]),
    ),
  );
  expect(missing).toEqual([]);
});

test("docs/integrations.md names every event of webhooks, and every column of the files that are imported", () => {
  const [, webhooks = "", files = ""] = read("docs/integrations.md").split(/^## (?:Webhooks|Import)$/m);
  const rows = (text: string) => [...text.matchAll(/^\| (.+) \|$/gm)].map(([, cells = ""]) => cells.split(" | "));
  expect(rows(webhooks).map(([type]) => type)).toEqual(
    expect.arrayContaining(EVENT_TYPES.map((type) => `\`${type}\``)),
  );
  for (const [file, required, headings] of [
    ["bookings", bookings.REQUIRED_HEADINGS, bookings.FILE_HEADINGS],
    ["contacts", contact.REQUIRED_HEADINGS, contact.FILE_HEADINGS],
    ["leads", REQUIRED_LEAD_HEADINGS, LEAD_HEADINGS],
    ["spend", REQUIRED_SPEND_HEADINGS, SPEND_HEADINGS],
  ] as const) {
    const [, named = "", optional = ""] = rows(files).find(([first]) => first === file) ?? [];
    expect(named.split(", ").toSorted(), file).toEqual(required.toSorted());
    expect([named, optional].join(", ").split(", ").toSorted(), file).toEqual(headings.toSorted());
  }
});

test("prose uses none of the words that were dropped", () => {
  const dropped = new RegExp(`\\b(?:${DROPPED_WORDS.join("|").replaceAll(" ", "\\s+")})\\b`, "gi");
  const prose = [
    ...documents.map((name) => [name, withoutExamples(name)] as const),
    [".env.example", commentsOf(".env.example")] as const,
    ...sources.map((name) => [name, commentsOf(name)] as const),
    ...tests.map((name) => [name, titlesOf(name)] as const),
  ];
  expect(prose.flatMap(([name, text]) => (text.match(dropped) ?? []).map((word) => `${name}: ${word}`))).toEqual([]);
});

test("labels and titles say Email", () => {
  const shown = sources.filter((name) => name.startsWith("src/") && !tests.includes(name));
  const others = shown.flatMap((name) =>
    (read(name).match(/["'`>]E-mail(?: address)?["'`<]|E-mail [A-Z]\w+/g) ?? []).map((text) => `${name}: ${text}`),
  );
  expect(others).toEqual([]);
});

test("the documents have at most 30,000 words", () => {
  const words = documents.map((name) => read(name).split(/\s+/).filter(Boolean).length);
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MAX_WORDS);
});

test("the README is short, and the glossary has the words it promises", () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(MAX_README_LINES);
  const [, rows = ""] = read("docs/glossary.md").split(/^\|---.*\n/m);
  expect(rows.match(/^\| .+ \|$/gm)).toHaveLength(GLOSSARY_WORDS);
});

/** Wrong examples are code and the first column of tables headed "before" or "not". */
function withoutExamples(name: string): string {
  let isExample = false;
  return read(name)
    .replaceAll(/^```[\s\S]*?^```/gm, "")
    .split("\n")
    .map((line) => {
      if (/^\| (before|not) \|/.test(line)) isExample = true;
      if (!line.startsWith("|")) isExample = false;
      return isExample ? line.replace(/^\|[^|]*\|/, "|") : line;
    })
    .join("\n");
}

function commentsOf(name: string): string {
  const comments = read(name).match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*|^#.*/gm) ?? [];
  return comments.join("\n").replaceAll(/\s*\n\s*(?:\*|\/\/|#) ?/g, " ");
}

/** A title is a string of four words or more that begins a call or a line. */
function titlesOf(name: string): string {
  const titles = read(name).matchAll(/^\s*(?:(?:test|drill|on[A-Z])[^"`\n]*\()?(["`])((?:\S+ ){3}.+)\1,/gm);
  return [...titles].map(([, , title]) => title).join("\n");
}

function headingAnchors(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(
    ([, title = ""]) =>
      `#${title
        .toLowerCase()
        .replace(/[^\w\s-]/g, "")
        .trim()
        .replaceAll(/\s/g, "-")}`,
  );
}
