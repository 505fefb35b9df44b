// /etc/porchlight.env is read by systemd, by a shell, and as .env by Compose: what the documents show means the same to each.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { type Block, isSettings, readBlocks } from "./blocks.ts";

const root = join(import.meta.dirname, "../../..");
const read = (name: string) => readFileSync(join(root, name), "utf8");

const IN_FILES = /^(?:# )?([A-Z_]+=.*)$/gm;
const IN_BLOCKS = /^([A-Z_]+=.*)$/gm;
/** Compose alone fills these in. */
const ONLY_COMPOSE = /\$\{/;

const lines = [
  ...readBlocks().flatMap((block) => linesIn(settingsIn(block), IN_BLOCKS)),
  ...[".env.example", "deploy/.env.example"].flatMap((name) => linesIn(read(name), IN_FILES)),
].filter((line) => !ONLY_COMPOSE.test(line));

test("the examples include values with spaces and signs", () => {
  expect(lines.length).toBeGreaterThan(40);
  expect(lines.some((line) => line.startsWith("BACKUP_COMMAND='rclone "))).toBe(true);
});

test.each(lines)("systemd, a shell and Compose give one value to %s", (line) => {
  const name = line.slice(0, line.indexOf("="));
  const value = systemdValue(line.slice(name.length + 1));
  const shell = execFileSync("sh", ["-c", `set -a\n${line}\nexec printenv ${name}`], {
    env: { PATH: process.env.PATH },
  });
  expect(shell.toString()).toBe(`${value}\n`);
  expect(parseEnv(line)[name]).toBe(value);
});

test("the reading of systemd knows what a shell reads otherwise", () => {
  expect(systemdValue("rclone --config x")).toBe("rclone --config x");
  expect(systemdValue("'two words' ")).toBe("two words");
  expect(systemdValue(`"a \\"b\\" c"`)).toBe('a "b" c');
  expect(systemdValue("a\\ b")).toBe("a b");
  expect(systemdValue("a # b")).toBe("a # b");
});

/** What a shell fills in while it writes the file is not an example. */
function settingsIn(block: Block): string {
  return isSettings(block) ? block.text : (/<<'END'\n([\s\S]*?)^END$/m.exec(block.text)?.[1] ?? "");
}

function linesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, line = ""]) => line);
}

/** As EnvironmentFile= of systemd.exec(5) has it. */
function systemdValue(text: string): string {
  let value = "";
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    const next = text[at + 1] ?? "";
    if (quote !== "'" && sign === "\\" && (quote === "" || '"\\`$'.includes(next))) {
      value += next;
      at += 1;
    } else if (sign === quote) quote = "";
    else if (quote === "" && (sign === "'" || sign === '"')) quote = sign;
    else value += sign;
  }
  return text.endsWith("'") || text.endsWith('"') ? value : value.trimEnd();
}
