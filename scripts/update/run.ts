import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** The message is for the operator, a sentence without a full stop. */
export class UpdateError extends Error {}

type Options = {
  cwd: string;
  env?: Record<string, string | undefined>;
  owner?: { uid: number; gid: number } | undefined;
  /** What it says goes to this terminal. */
  isShown?: boolean;
};

/** Resolves with what the program prints. Throws UpdateError with what it says if it fails. */
export async function run(program: string, args: readonly string[], options: Options): Promise<string> {
  const { status, out, said } = await tryToRun(program, args, options);
  if (status !== 0) throw new UpdateError(`${program} ${args.join(" ")} failed: ${said.trim() || out.trim()}`);
  return out;
}

export async function tryToRun(
  program: string,
  args: readonly string[],
  { cwd, env = process.env, owner, isShown = false }: Options,
): Promise<{ status: number; out: string; said: string }> {
  const output = isShown ? "inherit" : "pipe";
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", output, output], ...owner });
  const failed = once(child, "error").then(([error]) => {
    throw new UpdateError(`${program} cannot be run (${error.code})`);
  });
  const ended = once(child, "close");
  const [[status], out, said] = await Promise.race([
    Promise.all([ended, child.stdout ? text(child.stdout) : "", child.stderr ? text(child.stderr) : ""]),
    failed,
  ]);
  return { status: status ?? 1, out, said };
}
