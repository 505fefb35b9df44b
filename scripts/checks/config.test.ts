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

test("DATABASE_URL may list hosts as libpq does, of which one can be written", () => {
  const read = (url: string) => readConfig({ DATABASE_URL: url, AUTH_SECRET: "x".repeat(32) }).databaseUrl;
  for (const url of [
    "postgres://u:p,q@one:5432,two:5433/site?target_session_attrs=read-write",
    "postgresql://[::1]:5432,[::2]/site?target_session_attrs=primary&sslmode=require",
  ])
    expect(read(url)).toBe(url);
  for (const [url, problem] of [
    ["postgres://one,,two/site", "names an empty host"],
    ["postgres://one,two:port/site", "begins with postgres"],
    ["postgres://one,two/site?target_session_attrs=any", "target_session_attrs"],
    ["postgres://one/site?target_session_attrs=standby", "target_session_attrs"],
  ] as const)
    expect(() => read(url), url).toThrow(new RegExp(`^DATABASE_URL .*${problem}`));
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
