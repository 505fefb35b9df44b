// Commands of the site as separate processes, from the bundle of bundle-setup.ts.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import type { Command } from "./bundled.ts";

/** What it prints. A command that fails rejects with `code`, `stdout` and `stderr`. */
export async function runCommand(
  command: Command,
  settings: Record<string, string>,
  ...words: string[]
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [fileOf(command), ...words], {
    env: { ...process.env, ...settings },
  });
  return stdout;
}

export type Ended = { status: number; out: string; said: string };

/** The same for a command that may fail. `said` is what it writes to standard error. */
export async function endOf(command: Command, settings: Record<string, string>, ...words: string[]): Promise<Ended> {
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [fileOf(command), ...words],
      { env: { ...process.env, ...settings } },
      (error, out, said) => resolve({ status: error ? Number(error.code) : 0, out, said }),
    ),
  );
}

export const fileOf = (command: Command) => join(inject("programs"), "commands", `${command}.js`);
