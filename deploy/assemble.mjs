// node deploy/assemble.mjs FOLDER: copies what a running site needs into FOLDER/app, and the pinned Node to
// FOLDER/usr/local/bin/node. Runs in the first stage of the Containerfile, after the build.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findRuntime, root } from "../scripts/runtime.mjs";

/** Packages that only the build imports, or that are in its bundles; scripts/deploy/image-parts.test.ts compares them with the code. */
export const BUILD_ONLY = [
  "@fastify/cookie",
  "@fastify/swagger",
  "@fontsource-variable/public-sans",
  "@simplewebauthn/browser",
  "@simplewebauthn/server",
  "@tailwindcss/vite",
  "@tanstack/react-query",
  "@vitejs/plugin-react",
  "diff",
  "fastify",
  "fastify-type-provider-zod",
  "fontkitten",
  "ical-generator",
  "isbot",
  "lucide-react",
  "markdown-it",
  "nodemailer",
  "otpauth",
  "prom-client",
  "react",
  "react-dom",
  "react-hook-form",
  "react-router",
  "tailwindcss",
  "uqr",
  "vite",
  "web-push",
];

/** Of the repository. */
export const PARTS = [
  "CHANGELOG.md",
  "LICENSE",
  "build",
  "build-server",
  "deploy",
  "migrations",
  "node_modules",
  "package.json",
  "scripts",
  "src",
];

/** Types and maps are read by editors; headers, manuals and tests by people. */
const UNREAD = [
  /\.(?:[cm]?ts|map)$/,
  /\/(?:readme|changelog|history)(?:\.\w+)?$/i,
  /\/node_modules\/.+\/(?:__tests__|benchmarks?|docs|examples|tests?)$/,
  /\/node_modules\/node-linux-/,
  /\/node_modules\/\.(?:bin|cache|compiled|installed)$/,
];

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) assemble(process.argv[2] ?? "");

function assemble(folder) {
  const runtime = findRuntime();
  removePackages(BUILD_ONLY);
  const app = join(folder, "app");
  for (const part of PARTS)
    cpSync(join(root, part), join(app, part), {
      recursive: true,
      filter: (path) => part !== "node_modules" || !UNREAD.some((pattern) => pattern.test(path)),
    });
  mkdirSync(join(folder, "usr/local/bin"), { recursive: true });
  cpSync(runtime, join(folder, "usr/local/bin/node"));
}

/** npm knows what else only these needed. The shipped package.json stays as it is. */
function removePackages(names) {
  const file = join(root, "package.json");
  const shipped = readFileSync(file, "utf8");
  const { dependencies, ...rest } = JSON.parse(shipped);
  for (const name of names) delete dependencies[name];
  writeFileSync(file, JSON.stringify({ ...rest, dependencies }));
  execFileSync("npm", ["prune", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: "inherit",
  });
  writeFileSync(file, shipped);
  // Scopes that are empty now.
  const modules = join(root, "node_modules");
  for (const name of readdirSync(modules))
    if (name.startsWith("@") && readdirSync(join(modules, name)).length === 0)
      rmSync(join(modules, name), { recursive: true });
}
