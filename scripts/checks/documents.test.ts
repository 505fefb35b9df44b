// What the documents point at is there.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const documents = globSync(["*.md", "docs/**/*.md"], { cwd: root });
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
    [...read(name).matchAll(/npm run (?:-\w+ )*([a-z][\w-]*)/g)].map(([, script]) => script),
  );
  expect(named.filter((script) => script && !(script in scripts))).toEqual([]);
});

test("every source file that the documents name exists", () => {
  const missing = documents.flatMap((name) =>
    [...read(name).matchAll(/`((?:src|scripts|test|migrations|docs)\/[\w./-]+)`/g)].flatMap(([, path = ""]) =>
      existsSync(join(root, path)) ? [] : [`${name}: ${path}`],
    ),
  );
  expect(missing).toEqual([]);
});

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
