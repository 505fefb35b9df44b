// The two builds of this small tree only report that they ran.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";

const SCRIPTS = join(import.meta.dirname, "..");
const LOCK = '{"packages":{}}';

function makeTree() {
  const root = mkdtempSync(join(tmpdir(), "prepare-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  for (const name of ["build", "commit", "prepare", "run", "runtime"])
    cpSync(join(SCRIPTS, `${name}.mjs`), join(root, "scripts", `${name}.mjs`));
  for (const [file, folder] of [
    ["pages/build-pages.ts", "build"],
    ["server/build-server.ts", "build-server"],
  ] as const)
    write(
      `scripts/${file}`,
      `import { mkdirSync } from "node:fs"; mkdirSync("${folder}", { recursive: true }); console.log("${folder} built");`,
    );
  write("package.json", "{}");
  write("package-lock.json", LOCK);
  const lockHash = createHash("sha256").update("/package-lock.json\0").update(LOCK).digest("hex");
  write("node_modules/.installed", `${lockHash} run`);
  for (const file of ["src/a/server/store.ts", "src/a/web/page.tsx", "migrations/0001-a.ts"]) write(file, "");
  const commit = () => readFileSync(join(root, "build-server/commit"), "utf8");
  const run = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/build.mjs", ...words], {
      cwd: root,
      encoding: "utf8",
    });
    return { status, stderr, built: [...stdout.matchAll(/(\S+) built/g)].map(([, name]) => name).sort() };
  };
  return { root, write, run, commit };
}

test("what is built again depends on what has changed, and a start without a build refuses an old one", () => {
  const { write, run } = makeTree();
  const stale = { status: 1, built: [], stderr: expect.stringContaining("Run npm run build") };
  expect(run("--check")).toEqual(stale);
  expect(run()).toMatchObject({ status: 0, built: ["build", "build-server"] });
  expect(run()).toMatchObject({ status: 0, built: [] });
  expect(run("--check")).toMatchObject({ status: 0, built: [] });
  for (const [file, built] of [
    ["src/a/server/store.ts", ["build-server"]],
    ["migrations/0001-a.ts", ["build-server"]],
    ["package.json", ["build-server"]],
    ["src/a/web/page.tsx", ["build", "build-server"]],
  ] as const) {
    write(file, '{ "version": "2" }');
    expect(run("--check"), file).toEqual(stale);
    expect(run(), file).toMatchObject({ status: 0, built });
    expect(run("--check"), file).toMatchObject({ status: 0 });
  }
  write("src/a/server/store.test.ts", "");
  expect(run("--check")).toMatchObject({ status: 0 });
});

test("a build is named by git, else by REVISION, else by an archive, else not at all", () => {
  const { root, write, run, commit } = makeTree();
  run();
  expect(commit()).toBe("");
  write("deploy/commit.txt", "$Format:%H$");
  run();
  expect(commit()).toBe("");
  write("deploy/commit.txt", "0123456789abcdef0123456789abcdef01234567");
  run();
  expect(commit()).toBe("0123456789ab");
  vi.stubEnv("REVISION", "fedcba9876543210fedcba9876543210fedcba98");
  onTestFinished(() => void vi.unstubAllEnvs());
  run();
  expect(commit()).toBe("fedcba987654");
  const git = (...words: string[]) => execFileSync("git", ["-C", root, ...words], { encoding: "utf8" }).trim();
  git("init", "--quiet");
  git("add", "package.json");
  git("-c", "user.name=Dana", "-c", "user.email=dana@example.com", "commit", "--quiet", "--message=first");
  run();
  expect(commit()).toBe(git("rev-parse", "--short=12", "HEAD"));
  write("package.json", "{ }");
  run();
  expect(commit()).toMatch(/^[0-9a-f]{12}-dirty$/);
});
