// The server with a calendar that is open for twenty years instead of ninety days, so that a measurement has enough slots. The
// cost of a booking stays the same, because only its own day is read.
import { join } from "node:path";
import { bundleServer } from "../../server/bundle-server.ts";

const root = join(import.meta.dirname, "../../..");
const FOLDER = "build-far-horizon";
const SITE = join(import.meta.dirname, "far-horizon-site.ts");

let built: Promise<string> | undefined;

/** Built once in a run of the bench, like the server of production. */
export function farHorizon(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  await bundleServer(root, join(root, FOLDER), [
    {
      name: "far-horizon",
      enforce: "pre",
      resolveId: (id, importer) => (id === "#site" && importer !== SITE ? SITE : null),
    },
  ]);
  return FOLDER;
}
