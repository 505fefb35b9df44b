import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { BUILD_ONLY, PARTS } from "../../deploy/assemble.mjs";
import { NOT_BUNDLED } from "../server/bundle-server.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const { dependencies, imports } = JSON.parse(read("package.json")) as Record<
  "dependencies" | "imports",
  Record<string, string>
>;

/** These commands run from their sources in a container. The site itself is built. */
const COMMANDS = [
  "scripts/database/*.ts",
  "scripts/doctor.ts",
  "scripts/seed/seed.ts",
  "scripts/upgrade/upgrade-check.ts",
];

test("the image leaves out exactly the packages that nothing in it imports", () => {
  const commands = reachedFrom(globSync([...COMMANDS, "migrations/*.ts"], { cwd: root }));
  expect(commands).toContain("src/platform/server/database/postgres.ts");
  const built = globSync("src/**/server/**/*.ts", { cwd: root });
  const used = new Set([...commands.flatMap(packagesIn), ...built.flatMap(resolvedIn), ...NOT_BUNDLED]);
  expect(Object.keys(dependencies).filter((name) => !used.has(name))).toEqual(BUILD_ONLY);
});

test("the bundles of the pages and of the server hold their packages, so that the image needs none for them", () => {
  for (const file of ["scripts/pages/build-pages.ts", "scripts/server/bundle-server.ts"])
    expect(read(file)).toContain("ssr: { noExternal: true");
});

test("what the image is assembled from is in its build context", () => {
  const context = read("deploy/Containerfile.dockerignore");
  const made = ["build", "build-server", "node_modules"];
  for (const part of PARTS) if (!made.includes(part)) expect(context).toContain(`!${part}\n`);
});

/** Imports on demand count, imports of types do not. */
function reachedFrom(files: readonly string[]): string[] {
  const reached = new Set(files);
  for (const file of reached)
    for (const specifier of specifiersIn(file))
      if (/^[#.]/.test(specifier)) {
        const target = specifier.startsWith("#") ? aliased(specifier) : normalize(join(dirname(file), specifier));
        if (!existsSync(join(root, target))) throw new Error(`${file} imports ${specifier}`);
        reached.add(target);
      }
  return [...reached].filter((file) => file.endsWith(".ts"));
}

function aliased(specifier: string): string {
  const [name = "", path = ""] =
    Object.entries(imports).find(
      ([name]) => specifier === name || specifier.startsWith(name.replace(/\*$/, "") || " "),
    ) ?? [];
  return normalize(path.replace("*", specifier.slice(name.length - 1)));
}

function specifiersIn(file: string): string[] {
  const code = read(file).replaceAll(/^(?:import|export) type [^;]+;/gm, "");
  return [...code.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"([^"\n]+)"/g)].map(([, specifier = ""]) => specifier);
}

function packagesIn(file: string): string[] {
  return specifiersIn(file)
    .filter((specifier) => !/^(?:[#.]|node:)/.test(specifier))
    .map(packageOf);
}

/** Files of packages are beside the bundle. */
function resolvedIn(file: string): string[] {
  return [...read(file).matchAll(/\brequire\.resolve\("([^"\n]+)"\)/g)].map(([, path = ""]) => packageOf(path));
}

function packageOf(path: string): string {
  return path.split("/", path.startsWith("@") ? 2 : 1).join("/");
}
