// node scripts/release/print-notes.ts TAG prints the release's changelog. It runs without packages, as the workflow does.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readReleases } from "./changelog.ts";

const root = join(import.meta.dirname, "../..");
const [tag = ""] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const release = readReleases(readFileSync(join(root, "CHANGELOG.md"), "utf8")).find(
  (known) => known.version === version,
);

if (tag !== `v${version}` || !release) {
  console.error(
    `The tag ${tag} is not the version of package.json (${version}), or CHANGELOG.md does not describe it.`,
  );
  process.exit(1);
}
console.log(release.text);
