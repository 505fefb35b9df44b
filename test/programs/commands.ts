// Programs and commands of the site as separate processes, from the bundle of bundle-setup.ts.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import type { COMMANDS, PROGRAMS } from "./bundled.ts";

export type Command = keyof typeof COMMANDS;
type Settings = Record<string, string>;

export const programFile = (name: keyof typeof PROGRAMS) => join(inject("programs"), `${name}.js`);
export const commandFile = (command: Command) => join(inject("programs"), "commands", `${command}.js`);

/** What it prints. A command that fails rejects with `code`, `stdout` and `stderr`. */
export async function runCommand(command: Command, settings: Settings, ...words: string[]): Promise<string> {
  return (await run(command, settings, words)).stdout;
}

export type Ended = { status: number; out: string; said: string };

/** The same for a command that may fail. `said` is what it writes to standard error. */
export function endOf(command: Command, settings: Settings, ...words: string[]): Promise<Ended> {
  return run(command, settings, words).then(
    ({ stdout, stderr }) => ({ status: 0, out: stdout, said: stderr }),
    ({ code, stdout, stderr }) => ({ status: Number(code), out: stdout, said: stderr }),
  );
}

/** All that a command prints, whether it fails or not. */
export async function printedBy(command: Command, settings: Settings, ...words: string[]): Promise<string> {
  const { out, said } = await endOf(command, settings, ...words);
  return out + said;
}

function run(command: Command, settings: Settings, words: readonly string[]) {
  const env = { ...process.env, ...settings };
  return promisify(execFile)(process.execPath, [commandFile(command), ...words], { env });
}
