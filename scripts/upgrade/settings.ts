import { SETTING_NAMES } from "#app/config.ts";
import type { Release } from "../release/changelog.ts";
import type { Finding } from "./finding.ts";

export function describeSettings(
  environment: Record<string, string | undefined>,
  since: readonly Release[],
): Finding[] {
  const set = Object.keys(environment).filter((name) => environment[name]);
  const added = namesOf(since, ({ addedSettings }) => addedSettings).filter((name) => SETTING_NAMES.includes(name));
  const gone = namesOf(since, ({ removedSettings }) => removedSettings).filter((name) => set.includes(name));
  const families = new Set(SETTING_NAMES.filter((name) => name.includes("_")).map(familyOf));
  const unknown = set.filter(
    (name) => families.has(familyOf(name)) && !SETTING_NAMES.includes(name) && !gone.includes(name),
  );
  const findings: [string, string[]][] = [
    ["New settings, none of them required:", added],
    ["Set here, but no longer read:", gone],
    ["Set here, but no setting of this site (is one misspelt?):", unknown],
  ];
  return findings.filter(([, items]) => items.length > 0).map(([text, items]) => ({ kind: "note", text, items }));
}

function namesOf(releases: readonly Release[], list: (release: Release) => string[]): string[] {
  return [...new Set(releases.flatMap(list))];
}

function familyOf(name: string): string {
  return name.split("_")[0] ?? "";
}
