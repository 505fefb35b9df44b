import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BUILD_ONLY, PARTS } from "../../deploy/assemble.mjs";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const { dependencies } = JSON.parse(read("package.json")) as { dependencies: Record<string, string> };

/** What runs in a container: no tests, no pages (they are in the build), no build. */
const runs = globSync(["src/**/*.ts", "migrations/*.ts", "scripts/database/*.ts", "site.config.ts"], {
  cwd: root,
}).filter((file) => !/\.test\.ts$|\/web\/|\.entry\.ts$/.test(file));

test("the image leaves out exactly the packages that nothing in it imports", () => {
  const imported = new Set(runs.flatMap(packagesIn));
  expect(imported.size).toBeGreaterThan(10);
  expect(Object.keys(dependencies).filter((name) => !imported.has(name))).toEqual(BUILD_ONLY);
});

test("the bundle that renders pages imports no package, so that the image needs none for it", () => {
  expect(read("scripts/pages/build-pages.ts")).toContain("ssr: { noExternal: true }");
});

test("what the image is assembled from is in its build context", () => {
  const context = read("deploy/Containerfile.dockerignore");
  const made = ["build", "node_modules"];
  for (const part of PARTS) if (!made.includes(part)) expect(context).toContain(`!${part}\n`);
});

/** Names of packages in import and require.resolve. A type needs none. */
function packagesIn(file: string): string[] {
  const code = read(file).replaceAll(/^import type [^;]+;/gm, "");
  const found = code.matchAll(/(?:\bfrom|\bimport|\bimport\(|\bresolve\()\s*"([^#."][^"\n]*)"/g);
  return [...found].map(([, path = ""]) => path.split("/", path.startsWith("@") ? 2 : 1).join("/"));
}
