import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

type Locked = { version?: string; integrity?: string; dependencies?: Record<string, string> };

const SLOW = { timeout: 60_000 };
const root = join(import.meta.dirname, "../..");
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Record<string, Locked> };
const { "": ours = {}, ...installed } = lock.packages;

// Older versions have known vulnerabilities. Of nodemailer and vite only the current major is maintained.
const FLOORS = { fastify: "5.8.5", nodemailer: "10.0.0", jose: "6.0.0", "find-my-way": "9.0.0", vite: "8.0.0" };
// jose handles all tokens, the site serves files itself, and access is checked in route hooks, not by path.
const UNWANTED = ["fast-jwt", "jsonwebtoken", "@fastify/jwt", "@fastify/static", "@fastify/middie", "@fastify/express"];

test.for(Object.entries(FLOORS))("%s is not older than %s, wherever it is installed", ([name, floor]) => {
  const versions = versionsOf(name);
  expect(versions).not.toEqual([]);
  for (const version of versions) expect(compare(version, floor), version).toBeGreaterThanOrEqual(0);
});

test("what this site has reasons not to use does not come along with something else", () => {
  expect(UNWANTED.flatMap(versionsOf)).toEqual([]);
});

test("every package is of one version, with a checksum", () => {
  for (const version of Object.values(ours.dependencies ?? {})) expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  for (const [path, { integrity }] of Object.entries(installed)) expect(integrity, path).toMatch(/^sha512-/);
});

test("something that is high fails the audit; a registry that cannot be asked is no verdict", SLOW, async () => {
  expect(await audit(200, holeInJose("high"))).toEqual([1, expect.stringContaining("jose (high): Made up")]);
  expect(await audit(200, holeInJose("moderate"))).toEqual([0, expect.stringContaining("No package")]);
  expect(await audit(405, "")).toEqual([2, expect.stringMatching(/^NOT CHECKED .* \(405 /)]);
  expect(await auditAt("http://127.0.0.1:1")).toEqual([2, expect.stringContaining("NOT CHECKED")]);
});

function holeInJose(severity: string): string {
  return JSON.stringify({
    jose: [{ id: 1, title: "Made up", url: "https://example.com/1", severity, vulnerable_versions: "*" }],
  });
}

/** A local registry serves these advisories and no packages. */
async function audit(status: number, body: string): Promise<[number, string]> {
  const registry = createServer(({ method }, response) =>
    method === "POST" ? response.writeHead(status).end(body) : response.writeHead(404).end(),
  ).listen(0, "127.0.0.1");
  onTestFinished(() => void registry.close());
  await once(registry, "listening");
  const address = registry.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  return auditAt(`http://127.0.0.1:${address.port}`);
}

async function auditAt(registry: string): Promise<[number, string]> {
  const cache = mkdtempSync(join(tmpdir(), "npm-cache-"));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  const child = spawn(process.execPath, [join(root, "scripts/checks/audit.mjs")], {
    // The cache is separate, because npm caches advisories and these are made up.
    env: { ...process.env, npm_config_registry: registry, npm_config_cache: cache },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return [code, said];
}

function versionsOf(name: string): string[] {
  return Object.entries(installed).flatMap(([path, { version }]) =>
    version && (path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`)) ? [version] : [],
  );
}

function compare(version: string, floor: string): number {
  return version.localeCompare(floor, "en", { numeric: true });
}
