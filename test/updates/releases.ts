// A clone of the site with a remote, whose releases are signed by keys that the test makes.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { KEYS } from "../../scripts/update/release.ts";

const ROOT = join(import.meta.dirname, "../..");
const MAIN = "src/app/main.ts";
const FIRST = "1.1.0";

export type Releases = {
  folder: string;
  clone: string;
  /** The next one, its version. Without changes it has a migration that fails, and a start that fails, if MARKS has such a file. */
  release(changes?: { signedBy?: "known" | "stranger" | "nobody"; isBroken?: boolean; isSideBySide?: boolean }): string;
  /** A signed tag of an earlier release under the name of a next one. */
  rename(version: string): string;
  withdraw(version: string): void;
};

export function makeReleases(): Releases {
  const folder = mkdtempSync(join(tmpdir(), "updates-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [origin, clone] = [join(folder, "origin"), join(folder, "clone")];
  const keys = { known: makeKey(folder, "known"), stranger: makeKey(folder, "stranger") };
  mkdirSync(origin);
  execFileSync(
    "sh",
    ["-c", `git ls-files -co --exclude-standard -z | tar --null -T - -c | tar -x -C "$1"`, "sh", origin],
    {
      cwd: ROOT,
    },
  );
  git(origin, "init", "--quiet", "--initial-branch=main");
  git(origin, "config", "user.name", "Dana");
  git(origin, "config", "user.email", "dana@example.com");
  const [type, text] = readFileSync(keys.known, "utf8").split(" ");
  writeFileSync(join(origin, KEYS), `dana@example.com ${type} ${text}\n`);
  let minor = Number(FIRST.split(".")[1]);
  const commit = (version: string, { isBroken = false, isSideBySide = false } = {}) => {
    for (const name of ["package.json", "package-lock.json"])
      edit(join(origin, name), (content) => {
        const parsed = JSON.parse(content);
        parsed.version = version;
        if (parsed.packages) parsed.packages[""].version = version;
        return `${JSON.stringify(parsed, null, 2)}\n`;
      });
    const toDo = isSideBySide ? "- Old and new processes may run side by side." : "- Nothing.";
    edit(join(origin, "CHANGELOG.md"), (content) =>
      content.replace(
        "## [Unreleased]",
        `## [Unreleased]\n\n## [${version}] - 2026-11-28\n\n### What to do when upgrading\n\n${toDo}`,
      ),
    );
    if (version !== FIRST && !isSideBySide)
      writeFileSync(join(origin, `migrations/${9000 + minor}-trial.ts`), MIGRATION(minor));
    edit(
      join(origin, MAIN),
      (content) => content.replace(/\nconst broken = ;\n$/, "") + (isBroken ? "\nconst broken = ;\n" : ""),
    );
    git(origin, "add", "--all");
    git(origin, "commit", "--quiet", "--message", `Release ${version}`);
  };
  edit(join(origin, MAIN), (content) => content.replace("await start();", `${FAILING_START}\n  await start();`));
  commit(FIRST);
  sign(origin, FIRST, keys.known);
  execFileSync("git", ["clone", "--quiet", origin, clone]);
  execFileSync("cp", ["-a", join(ROOT, "node_modules"), join(clone, "node_modules")]);
  for (const name of [".installed", ".compiled", ".vite", ".vite-temp", ".vitest-cache"])
    rmSync(join(clone, "node_modules", name), { recursive: true, force: true });
  const record = 'import("./scripts/prepare.mjs").then(({ recordInstalled }) => recordInstalled())';
  execFileSync(process.execPath, ["--eval", record], { cwd: clone });
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: clone, stdio: "inherit" });
  return {
    folder,
    clone,
    release: ({ signedBy = "known", ...changes } = {}) => {
      minor += 1;
      const version = `1.${minor}.0`;
      commit(version, changes);
      if (signedBy === "nobody") git(origin, "tag", "--annotate", "--message", version, `v${version}`);
      else sign(origin, version, keys[signedBy]);
      return version;
    },
    rename: (version) => {
      const other = `1.${minor + 1}.0`;
      git(origin, "update-ref", `refs/tags/v${other}`, git(origin, "rev-parse", `v${version}`));
      return other;
    },
    withdraw: (version) => {
      git(origin, "tag", "--delete", `v${version}`);
      if (git(origin, "log", "-1", "--format=%s") === `Release ${version}`)
        git(origin, "reset", "--quiet", "--hard", "HEAD~1");
    },
  };
}

const FAILING_START = `const { existsSync, readFileSync } = await import("node:fs");
  const mark = process.env.MARKS + "/start";
  const version = JSON.parse(readFileSync("package.json", "utf8")).version;
  if (existsSync(mark) && readFileSync(mark, "utf8") !== version) throw new Error("A planted failure of the start");`;

const MIGRATION = (number: number) => `import { existsSync } from "node:fs";
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  const isPlanted = (name: string) => existsSync(process.env.MARKS + "/" + name);
  await sql\`create table update_trial_${number} (id text primary key)\`.execute(db);
  if (isPlanted("migration")) throw new Error("A planted failure of the migration");
  if (!isPlanted("booking")) return;
  const refusal = process.env.DATABASE_URL
    ? "alter table meetings add constraint refused check (false) not valid"
    : "create trigger refused before insert on meetings begin select raise(abort, 'refused'); end";
  await sql.raw(refusal).execute(db);
}
`;

function sign(origin: string, version: string, key: string): void {
  const how = ["-c", "gpg.format=ssh", "-c", `user.signingkey=${key}`];
  git(origin, ...how, "tag", "--sign", "--message", version, `v${version}`);
}

function makeKey(folder: string, name: string): string {
  const file = join(folder, `key-${name}`);
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file]);
  return `${file}.pub`;
}

function edit(file: string, change: (content: string) => string): void {
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

export function git(folder: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}
