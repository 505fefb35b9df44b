// Twenty bookable years give a measurement enough slots. A booking reads only its own day, so its cost stays the same.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundleServer } from "../../server/bundle-server.ts";

const root = join(import.meta.dirname, "../../..");
const FOLDER = "build-far-horizon";
export const HORIZON_DAYS = 7_300;
const SEED = join(root, "src/company/facts/seed.json");

let built: Promise<string> | undefined;

export function farHorizon(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  await bundleServer(root, join(root, FOLDER), {
    plugins: [
      {
        name: "far-horizon",
        enforce: "pre",
        load: (id) => (id === SEED ? withFarHorizon(readFileSync(SEED, "utf8")) : null),
      },
    ],
  });
  return FOLDER;
}

function withFarHorizon(seed: string): string {
  const { bookingRules, ...facts } = JSON.parse(seed);
  return JSON.stringify({ ...facts, bookingRules: { ...bookingRules, horizonDays: HORIZON_DAYS } });
}
