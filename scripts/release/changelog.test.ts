import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SETTING_NAMES } from "#app/config.ts";
import site from "#package.json" with { type: "json" };
import { readReleases, whyIncomplete, withRelease } from "./changelog.ts";

const changelog = readFileSync(join(import.meta.dirname, "../../CHANGELOG.md"), "utf8");
const releases = readReleases(changelog);
const released = releases.filter(({ version }) => version !== undefined);

test("the newest release is the version of package.json, and each says its migration and what to do", () => {
  expect(released[0]?.version).toBe(site.version);
  expect(releases[0]?.version).toBeUndefined();
  for (const release of released) {
    expect(release.lastMigration, release.version).toMatch(/^\d{4}-/);
    expect(release.whatToDo, release.version).toMatch(/^- \S/);
  }
});

test("the changelog tells of every setting when it came or went", () => {
  const known = new Set<string>();
  for (const { addedSettings, removedSettings } of releases.toReversed()) {
    for (const name of addedSettings) known.add(name);
    for (const name of removedSettings) known.delete(name);
  }
  expect([...known].sort()).toEqual([...SETTING_NAMES].sort());
});

test("a release takes what was not released, and leaves an empty section", () => {
  const before = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A porch.\n\n## [1.0.0] - 2026-01-01\n\n- First.\n";
  const after = withRelease(before, { version: "1.1.0", day: "2026-12-01", lastMigration: "0004-x" });
  const [unreleased, latest, first] = readReleases(after);
  expect(unreleased).toMatchObject({ version: undefined, text: "" });
  expect(latest).toMatchObject({ version: "1.1.0", lastMigration: "0004-x" });
  expect(latest?.text).toContain("- A porch.");
  expect(first).toMatchObject({ version: "1.0.0", text: "- First." });
});

test("what is not described, or does not say what to do, is not released", () => {
  const reason = (text: string) => {
    const [release] = readReleases(`## [Unreleased]\n\n${text}\n`);
    return release && whyIncomplete(release);
  };
  expect(reason("")).toContain("says nothing");
  expect(reason("### What to do when upgrading\n\n- Nothing.")).toContain("says nothing");
  expect(reason("### Fixed\n\n- A door.")).toContain("What to do when upgrading");
  expect(reason("### Fixed\n\n- A door.\n\n### What to do when upgrading\n\n- Nothing.")).toBeUndefined();
});
