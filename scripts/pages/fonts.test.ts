import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cutFonts, folder, unicodeRange } from "./fonts.ts";

test("the cut fonts in the tree are what the installed packages give", async () => {
  for (const { file, bytes } of await cutFonts())
    expect(Buffer.compare(readFileSync(join(folder, file)), bytes), file).toBe(0);
});

test("the styles promise exactly the characters the cut fonts hold", () => {
  const styles = readFileSync(join(folder, "../styles/fonts.css"), "utf8");
  const promised = [...styles.matchAll(/unicode-range: ([^;]+);/g)].map(([, range]) => range);
  expect(promised).toEqual([unicodeRange(), unicodeRange()]);
});
