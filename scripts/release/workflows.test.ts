// These workflows run only at GitHub, so the tests read their files.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import site from "#package.json" with { type: "json" };

type Step = { uses?: string; run?: string; with?: Record<string, unknown> };
type Job = { needs?: string; permissions?: Record<string, string>; "timeout-minutes"?: number; steps: Step[] };
type Workflow = { on: { push?: { tags?: string[] } }; permissions: Record<string, string>; jobs: Record<string, Job> };

const GITHUB = join(import.meta.dirname, "../../.github");
const workflows = Object.fromEntries(
  globSync("*.yml", { cwd: join(GITHUB, "workflows") }).map((name) => [name, read<Workflow>(`workflows/${name}`)]),
);

test("every workflow may read the code only, and every job ends", () => {
  expect(Object.keys(workflows).sort()).toEqual(["ci.yml", "nightly.yml", "release.yml"]);
  for (const [name, { permissions, jobs }] of Object.entries(workflows)) {
    expect(permissions, name).toEqual({ contents: "read" });
    for (const [job, settings] of Object.entries(jobs))
      expect(settings["timeout-minutes"], job).toBeLessThanOrEqual(90);
  }
  const { jobs } = workflows["release.yml"] as Workflow;
  expect(Object.fromEntries(Object.entries(jobs).map(([job, { permissions }]) => [job, permissions]))).toEqual({
    test: undefined,
    image: { contents: "read", packages: "write" },
    notes: { contents: "write" },
  });
});

test("actions are of one version each, of the organisations that are known", () => {
  const used = Object.values(workflows).flatMap(({ jobs }) =>
    Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? [])),
  );
  const versions = Map.groupBy(new Set(used), (uses) => uses.split("@")[0]);
  for (const [action, some] of versions) {
    expect(some, action).toHaveLength(1);
    expect(some[0]).toMatch(/^(actions|docker)\/[\w-]+@v\d+$/);
  }
});

test("a release is tested as every change is, then built for two platforms with provenance and SBOM, then described", () => {
  const { on, jobs } = workflows["release.yml"] as Workflow;
  expect(on.push?.tags).toEqual(["v[0-9]+.[0-9]+.[0-9]+"]);
  expect([jobs.image?.needs, jobs.notes?.needs]).toEqual(["test", "image"]);
  const command = workflows["ci.yml"]?.jobs.test?.steps.at(-1)?.run;
  expect(command).toBe("bash .ci/run");
  expect(jobs.test?.steps.map(({ run }) => run)).toContain(command);
  const build = jobs.image?.steps.find(({ uses }) => uses?.startsWith("docker/build-push-action"));
  expect(build?.with).toMatchObject({
    platforms: "linux/amd64,linux/arm64",
    push: true,
    provenance: "mode=max",
    sbom: true,
  });
});

test("the notes of a release are the changelog's, and only of the version that the code has", () => {
  const print = (tag: string) =>
    execFileSync(process.execPath, [join(import.meta.dirname, "print-notes.ts"), tag], {
      encoding: "utf8",
      stdio: "pipe",
    });
  expect(print(`v${site.version}`)).toContain("### What to do when upgrading");
  for (const tag of ["v0.0.1", site.version, ""]) expect(() => print(tag)).toThrow("is not the version");
});

test("updates keep together what has one version, and name only packages that are there", () => {
  const { updates } = read<{ updates: { groups: Record<string, { patterns: string[] }> }[] }>("dependabot.yml");
  const groups = updates[0]?.groups ?? {};
  const names = Object.keys({ ...site.dependencies, ...site.devDependencies, ...site.optionalDependencies });
  const members = (patterns: string[]) =>
    names.filter((name) => patterns.some((pattern) => matchesGlob(name, pattern)));
  for (const { patterns } of Object.values(groups))
    for (const pattern of patterns) expect(members([pattern]), pattern).not.toEqual([]);
  expect(members(groups.runtime?.patterns ?? [])).toEqual(Object.keys(site.optionalDependencies));
  const grouped = Object.values(groups).flatMap(({ patterns }) => members(patterns));
  expect(grouped).toHaveLength(new Set(grouped).size);
});

function read<Content>(name: string): Content {
  return parse(readFileSync(join(GITHUB, name), "utf8"));
}
