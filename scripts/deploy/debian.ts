import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { options, requirePrograms, requireRoot, runProgram } from "./part.ts";

const CACHE = options.base ?? join(tmpdir(), "porchlight-debian");

export type Suite = "bookworm" | "trixie";

export async function debian({ suite = "bookworm", include = [] }: DebianOptions = {}): Promise<string> {
  requireRoot();
  requirePrograms("debootstrap");
  const folder = join(CACHE, [suite, ...include].join("-"));
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(unfinished), { recursive: true });
  const packages = include.length > 0 ? [`--include=${include.join(",")}`] : [];
  await runProgram("debootstrap", ["--variant=minbase", ...packages, suite, unfinished]);
  renameSync(unfinished, folder);
  return folder;
}

type DebianOptions = { suite?: Suite | undefined; include?: readonly string[] };
