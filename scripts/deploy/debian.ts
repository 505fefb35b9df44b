// A small Debian, as the images of Debian and Node are for the Containerfile where no registry can be reached.
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { options, requirePrograms, requireRoot, runProgram } from "./part.ts";

const CACHE = options.base ?? join(tmpdir(), "porchlight-debian");

export const SUITE = "bookworm";

/** A folder with the root of a Debian, kept between runs. `include` are further packages. */
export async function debian(include: readonly string[] = []): Promise<string> {
  requireRoot();
  requirePrograms("debootstrap");
  const folder = join(CACHE, [SUITE, ...include].join("-"));
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(unfinished), { recursive: true });
  const packages = include.length > 0 ? [`--include=${include.join(",")}`] : [];
  await runProgram("debootstrap", ["--variant=minbase", ...packages, SUITE, unfinished]);
  renameSync(unfinished, folder);
  return folder;
}
