import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig, SETTING_NAMES } from "#app/config.ts";
import { ConfigError } from "#platform/server/config-error.ts";

const root = join(import.meta.dirname, "../..");
const UNSET = readConfig({});

test("the example file names every setting once, in the order of the code", () => {
  expect(exampleSettings().map(([name]) => name)).toEqual(SETTING_NAMES);
});

test("the example file shows the defaults", () => {
  expect(readConfig(Object.fromEntries(exampleSettings()))).toEqual(UNSET);
});

test("docs/operations.md explains every setting once, in the order of the code", () => {
  expect(documentedSettings().map(([name]) => name)).toEqual(SETTING_NAMES);
});

test("docs/operations.md states the defaults", () => {
  expect(readConfig(Object.fromEntries(documentedSettings()))).toEqual(UNSET);
});

test("a bad setting stops the start with a line that names it", () => {
  const bad = { PORT: "three", PUBLIC_URL: "https://example.com/site", TRUST_PROXY: "nginx", RATE_LIMIT: "no" };
  for (const [name, value] of Object.entries(bad))
    expect(() => readConfig({ [name]: value }), name).toThrow(new RegExp(`^${name} must be .+$`));
  expect(() => readConfig({ DATABASE_URL: "postgres://db.example/site" })).toThrow(ConfigError);
});

test("an empty value counts as unset", () => {
  expect(readConfig(Object.fromEntries(SETTING_NAMES.map((name) => [name, ""])))).toEqual(UNSET);
});

function exampleSettings(): [string, string][] {
  const lines = readFileSync(join(root, ".env.example"), "utf8").matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm);
  return [...lines].map(([, name = "", value = ""]) => [name, value]);
}

/** A default is empty if words describe it. */
function documentedSettings(): [string, string][] {
  const table = readFileSync(join(root, "docs/operations.md"), "utf8").matchAll(/^\| `([A-Z_]+)` \| ([^|]+) \|/gm);
  return [...table].map(([, name = "", cell = ""]) => [name, /^`([^`]+)`$/.exec(cell)?.[1] ?? ""]);
}
