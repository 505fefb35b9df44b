// npm run fonts cuts the two preloaded fonts. The results are committed, so that a first start need not install the tool.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";

/** fonts.css has the same unicode-range. */
const CHARACTERS = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ..."\u{a0}©·×–—‘’“”…−",
].join("");

const CUTS = [
  {
    file: "besley-basic.woff2",
    from: "@fontsource-variable/besley/files/besley-latin-wght-normal.woff2",
    weights: { min: 500, max: 700 },
    features: ["ccmp", "kern", "mark", "mkmk"],
  },
  {
    file: "public-sans-basic.woff2",
    from: "@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2",
    weights: { min: 400, max: 700 },
    features: ["ccmp", "kern", "mark", "mkmk", "tnum"],
  },
];

export const folder = join(import.meta.dirname, "../../src/company/shell/web/fonts");

export async function cutFonts(): Promise<{ file: string; bytes: Uint8Array }[]> {
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(
    CUTS.map(async ({ file, from, weights, features }) => ({
      file,
      bytes: await subsetFont(readFileSync(resolve(from)), CHARACTERS, {
        targetFormat: "woff2",
        variationAxes: { wght: weights },
        keepFeatures: features,
        noHinting: true,
      }),
    })),
  );
}

export function unicodeRange(): string {
  const points = [...CHARACTERS].map((character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else runs.push([point, point]);
  }
  const hex = (point: number) => point.toString(16).toUpperCase();
  return runs.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ""}`).join(", ");
}

if (import.meta.main) {
  for (const { file, bytes } of await cutFonts()) {
    writeFileSync(join(folder, file), bytes);
    console.log(`${file}: ${(bytes.length / 1000).toFixed(1)} kB`);
  }
  console.log(`unicode-range: ${unicodeRange()}`);
}
