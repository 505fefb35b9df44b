import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { parseArgs, promisify } from "node:util";

/** Throws NotChecked where the machine lacks something, and any error where it fails. */
export type Part = () => Promise<string>;

export class NotChecked extends Error {}

export const { values: options, positionals: chosen } = parseArgs({
  options: { base: { type: "string" } },
  allowPositionals: true,
});

export const root = join(import.meta.dirname, "../..");

const MAX_OUTPUT = 64 * 1024 * 1024;
const run = promisify(execFile);

/** An error contains the output of the program. */
export async function runProgram(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  try {
    const { stdout } = await run(program, args, { cwd: root, maxBuffer: MAX_OUTPUT, ...options });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message}\n${tail(stdout)}\n${tail(stderr)}`.trim(), { cause: error });
  }
}

type RunOptions = { cwd?: string; env?: NodeJS.ProcessEnv; timeout?: number };

function tail(text: string): string {
  return text.split("\n").slice(-30).join("\n");
}

export function requirePrograms(...names: string[]): void {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length > 0) throw new NotChecked(`${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} missing`);
}

export function requireRoot(): void {
  if (process.getuid?.() !== 0) throw new NotChecked("it needs root");
}

export function isInstalled(name: string): boolean {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin"];
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The copy includes uncommitted files. */
export async function copyTree(to: string): Promise<void> {
  requirePrograms("git", "tar");
  const copy = `mkdir -p "$1" && git ls-files -co --exclude-standard -z | tar --null -T - -c --owner=0 --group=0 | tar -x -C "$1"`;
  await runProgram("sh", ["-c", copy, "sh", to]);
}
