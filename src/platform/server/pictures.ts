import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { create } from "fontkitten";

const require = createRequire(import.meta.url);

export async function startPictures(): Promise<void> {
  await initWasm(await readFile(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
}

export function pngOf(svg: string, width: number): Uint8Array {
  return new Resvg(svg, { fitTo: { mode: "width", value: width }, font: { loadSystemFonts: false } }).render().asPng();
}

export async function headingLettering(): Promise<(text: string, size: number) => string> {
  const file = require.resolve("@fontsource-variable/besley/files/besley-latin-wght-normal.woff2");
  const font = create(await readFile(file));
  if (!("glyphsForString" in font)) throw new Error("The font file holds more than one font.");
  return (text, size) => {
    const scale = size / font.unitsPerEm;
    let x = 0;
    return font
      .glyphsForString(text)
      .map((glyph) => {
        const outline = glyph.path.transform(scale, 0, 0, -scale, x, 0).toSVG();
        x += glyph.advanceWidth * scale;
        return outline;
      })
      .join("");
  };
}
