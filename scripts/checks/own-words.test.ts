// What the company says of itself stands at the desk, where its owner confirms it. The product speaks of nobody as "we".
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst } from "vite";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The public pages with their scripts, and the mail to visitors. */
const SPEAKERS = [
  ...globSync("src/*/pages.ts", { cwd: root }),
  "src/company/shell/web/layouts/public-layout.tsx",
  "src/people/leads/web/call-back.entry.ts",
  "src/inquiries/bookings/server/mail/emails-to-visitor.ts",
  "src/inquiries/contact/server/emails.ts",
  "src/deals/offers/server/emails.ts",
  "src/deals/privacy/server/emails.ts",
  "src/delivery/mail/server/opt-out.ts",
];

/** Facts, which the owner confirms or hides. */
const FACTS = /^src\/company\/facts\/(words|seed|schema)/;
const FIRST_PERSON = /(?<![\w'’-])(we|our|ours|us)(?![\w-])/i;

test("no page and no mail says we, but in the company's own words", () => {
  const files = reached(SPEAKERS);
  expect(files.size).toBeGreaterThan(150);
  const found = [...files].filter((file) => !FACTS.test(file)).flatMap(sentencesOf);
  console.info(`${found.length} sentences in the first person come from no fact.`);
  expect(found).toEqual([]);
});

test("such a sentence is found in text, in templates and between tags", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
  const code = 'const a = "We pay the costs."; const b = `${a} in our town.`; const c = <p>Ask us, <b>please</b>.</p>;';
  expect(firstPerson(code)).toEqual(["We pay the costs.", "in our town.", "Ask us,"]);
  expect(firstPerson('const label = "About Us"; const us = "one"; import "./us-states.ts";')).toEqual([]);
});

function reached(starts: readonly string[]): Set<string> {
  const files = new Set(starts);
  for (const file of files) for (const next of importsOf(file)) files.add(next);
  return files;
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/(?:^(?:import|export) (?!type )[^;]*?from |import\()"([#.][^"]+\.tsx?)"/gm)].flatMap(
    ([, specifier = ""]) => {
      const path = specifier.startsWith("#") ? `src/${specifier.slice(1)}` : join(dirname(file), specifier);
      return existsSync(join(root, path)) ? [path] : [];
    },
  );
}

function sentencesOf(file: string): string[] {
  return firstPerson(readFileSync(join(root, file), "utf8")).map((sentence) => `${file}: ${sentence}`);
}

function firstPerson(code: string): string[] {
  return textsIn(parseAst(code, { lang: "tsx" }))
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter((text) => FIRST_PERSON.test(text) && !isLabel(text));
}

/** "About Us" is the name of a place and says nothing. */
function isLabel(text: string): boolean {
  return !/[.,:!?]/.test(text) && text.split(" ").length <= 5;
}

function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== "object" || node === null) return [];
  const { type, value, source, ...parts } = node as { type?: string; value?: unknown; source?: unknown };
  if (type === "ImportDeclaration" || type === "ImportExpression") return [];
  if ((type === "Literal" || type === "JSXText") && typeof value === "string") return [value];
  if (type === "TemplateElement") return [String((value as { cooked?: string }).cooked ?? "")];
  return [...textsIn(value), ...Object.values(parts).flatMap(textsIn)];
}
