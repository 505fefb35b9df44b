export type Release = {
  version: string | undefined;
  text: string;
  lastMigration: string | undefined;
  addedSettings: string[];
  removedSettings: string[];
  whatToDo: string;
};

const HEADING = /^## \[(?:Unreleased|(\d+\.\d+\.\d+))\].*$/gm;
const UNRELEASED = "## [Unreleased]";
const WHAT_TO_DO = "What to do when upgrading";

export function readReleases(changelog: string): Release[] {
  const headings = [...changelog.matchAll(HEADING)];
  return headings.map((heading, index) => {
    const text = changelog.slice(heading.index + heading[0].length, headings[index + 1]?.index).trim();
    return {
      version: heading[1],
      text,
      lastMigration: /^Last migration: `([\w-]+)`$/m.exec(text)?.[1],
      addedSettings: settingsOf(text, "Added"),
      removedSettings: settingsOf(text, "Removed"),
      whatToDo: partOf(text, WHAT_TO_DO),
    };
  });
}

export function withRelease(
  changelog: string,
  { version, day, lastMigration }: { version: string; day: string; lastMigration: string },
): string {
  return changelog.replace(
    UNRELEASED,
    `${UNRELEASED}\n\n## [${version}] - ${day}\n\nLast migration: \`${lastMigration}\``,
  );
}

export function whyIncomplete({ text, whatToDo }: Release): string | undefined {
  if (!/^- /m.test(text.replace(partOf(text, WHAT_TO_DO), "")))
    return "CHANGELOG.md says nothing under [Unreleased]: write what has changed";
  if (!/^- /m.test(whatToDo)) return `CHANGELOG.md lacks "### ${WHAT_TO_DO}" under [Unreleased], be it "- Nothing."`;
  return undefined;
}

function partOf(text: string, title: string): string {
  const [, part = ""] = text.split(new RegExp(`^### ${title}$`, "m"));
  return (part.split(/^### /m)[0] ?? "").trim();
}

function settingsOf(text: string, change: "Added" | "Removed"): string[] {
  const items = partOf(text, "Settings").split(/^- /m);
  const list = items.find((item) => item.startsWith(`${change}: `)) ?? "";
  return [...list.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = ""]) => name);
}
