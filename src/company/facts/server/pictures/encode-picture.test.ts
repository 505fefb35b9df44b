import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { crc32, gzipSync } from "node:zlib";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { PICTURE_REFUSALS, type PictureRefusal } from "#company/facts/pictures.ts";
import type { AppError } from "#platform/errors.ts";
import { drill, isDrill } from "#test/drill.ts";
import { photo } from "#test/pictures.ts";
import { encodePicture } from "./encode-picture.ts";

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

async function refusalOf(file: Uint8Array | string): Promise<[number, string]> {
  const error = await encodePicture(Buffer.from(file as Uint8Array)).then(
    () => undefined,
    (error: AppError) => error,
  );
  return [error?.status ?? 201, error?.message ?? ""];
}

async function shownAs(file: Uint8Array | string) {
  const { large, width, height } = await encodePicture(Buffer.from(file as Uint8Array));
  return { file: Buffer.from(large), size: [width, height], format: (await sharp(large).metadata()).format };
}

/** The result is red, green, blue and opacity at a point. */
async function pixel(file: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(file)
    .ensureAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

function svg(content: string, size = 'width="300" height="200"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${content}</svg>`;
}

test("a transparent logo stays transparent, and a small one is not enlarged", async () => {
  const logo = { width: 40, height: 20, channels: 4, background: "#14524a80" } as const;
  const { size, file } = await shownAs(await sharp({ create: logo }).png().toBuffer());
  expect(size).toEqual([40, 20]);
  expect((await pixel(file, 20, 10))[3]).toBe(128);
});

test("the content of a file decides what it is", async () => {
  for (const format of ["avif", "gif", "webp", "png", "jpeg"] as const) {
    const { size, ...shown } = await shownAs(await photo(64, 48).toFormat(format).toBuffer());
    expect([size, shown.format], format).toEqual([[64, 48], "webp"]);
  }
});

test("colours of print and of deep or grey files arrive as a browser shows them", async () => {
  const red = sharp({ create: { width: 64, height: 64, channels: 3, background: "#cc2222" } });
  for (const file of [
    await red.clone().toColourspace("cmyk").jpeg().toBuffer(),
    await red.clone().toColourspace("rgb16").png().toBuffer(),
  ]) {
    const [r = 0, g = 255, b = 255] = await pixel((await shownAs(file)).file, 32, 32);
    expect([r > 180, g < 70, b < 70]).toEqual([true, true, true]);
  }
  expect((await shownAs(await red.clone().greyscale().png().toBuffer())).size).toEqual([64, 64]);
});

test("an SVG becomes a picture of the large size and reads nothing but itself", async () => {
  let requests = 0;
  const listener = createServer((_request, response) => {
    requests += 1;
    response.end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void listener.close());
  await once(listener, "listening");
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/a.png`;
  const hrefs = [url, "file:///etc/passwd", `file://${import.meta.dirname}/a.png`, "a.png"];
  const images = hrefs.map(
    (href) => `<image href="${href}" width="9" height="9"/><image xlink:href="${href}" width="9" height="9"/>`,
  );
  const style = `<style>@import url("${url}"); rect { fill: #14524a }</style>`;
  const drawing = svg(`${style}${images.join("")}<rect x="150" width="150" height="200"/>`);
  const { file, ...shown } = await shownAs(drawing);
  expect(shown).toEqual({ size: [960, 640], format: "webp" });
  expect((await pixel(file, 240, 320))[3]).toBe(0);
  expect((await pixel(file, 720, 320))[3]).toBe(255);
  expect(requests).toBe(0);
});

test("an SVG with entities of a file or of exponential size is refused", async () => {
  const nested = [..."bcdefghij"].map((name, at) => `<!ENTITY ${name} "${`&${"abcdefghi"[at]};`.repeat(10)}">`);
  for (const [entities, name] of [
    ['<!ENTITY a SYSTEM "file:///etc/passwd">', "a"],
    [`<!ENTITY a "aaaaaaaaaa">${nested.join("")}`, "j"],
  ]) {
    const drawing = `<!DOCTYPE svg [${entities}]>${svg(`<text>&${name};</text>`)}`;
    expect(await refusalOf(drawing)).toEqual([415, PICTURE_REFUSALS.unreadable]);
  }
});

test("each file that is not taken is refused with its reason", async () => {
  const jpeg = await photo().jpeg().toBuffer();
  const refused: [what: string, file: Uint8Array, status: number, refusal: PictureRefusal][] = [
    ["nothing", Buffer.alloc(0), 400, "empty"],
    ["a page", Buffer.from("<html><script>alert(1)</script></html>"), 415, "unreadable"],
    ["a text", Buffer.from("hello"), 415, "unreadable"],
    ["zeros", Buffer.alloc(4096), 415, "unreadable"],
    ["a TIFF", await photo(64, 64).tiff().toBuffer(), 415, "unreadable"],
    ["half a JPEG", jpeg.subarray(0, jpeg.length / 2), 400, "damaged"],
    ["half a PNG", (await photo(64, 64).png().toBuffer()).subarray(0, 4_000), 400, "damaged"],
    ["an iPhone's photo", await withBrand("heic"), 415, "heic"],
    ["a long side", await flat(10_001, 1), 413, "tooManyPixels"],
    ["an SVG as wide as a street", Buffer.from(svg("", 'width="20000" height="9"')), 413, "tooManyPixels"],
    ["41 megapixels", isDrill ? await flat(8_200, 5_000) : sizedPng(8_200, 5_000), 413, "tooManyPixels"],
    ["a PNG of 900 megapixels", sizedPng(30_000, 30_000), 413, "tooManyPixels"],
    ["an animated GIF", await animated("gif"), 400, "animated"],
    ["an animated WebP", await animated("webp"), 400, "animated"],
    ["an animated PNG", await animatedPng(), 400, "animated"],
    ["a film", await withBrand("avis"), 400, "animated"],
  ];
  for (const [what, file, status, refusal] of refused)
    expect(await refusalOf(file), what).toEqual([status, PICTURE_REFUSALS[refusal]]);
});

test("a picture that takes too much time is given up", async () => {
  const effect = '<feGaussianBlur stdDeviation="99"/><feMorphology operator="dilate" radius="99"/>';
  const slow = svg(`<filter id="f">${effect.repeat(30)}</filter><rect width="300" height="200" filter="url(#f)"/>`);
  const startedAt = performance.now();
  await expect(encodePicture(Buffer.from(slow), 1_000)).rejects.toThrow(PICTURE_REFUSALS.tooHeavy);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

drill("a picture that takes too much memory is given up", async () => {
  const large = Buffer.from(svg("<g/>".repeat(900_000)));
  for (const file of [large, gzipSync(large)]) expect(await refusalOf(file)).toEqual([400, PICTURE_REFUSALS.tooHeavy]);
});

function flat(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#14524a" } })
    .png()
    .toBuffer();
}

function sizedPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rest = Buffer.concat([header, Buffer.from([8, 2, 0, 0, 0])]);
  return Buffer.concat([PNG_SIGNATURE, pngChunk("IHDR", rest), pngChunk("IDAT", Buffer.alloc(100))]);
}

/** An animated PNG declares its frames before its first pixels. */
async function animatedPng(): Promise<Buffer> {
  const still = await flat(32, 32);
  const afterHeader = PNG_SIGNATURE.length + 12 + 13;
  const control = pngChunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  return Buffer.concat([still.subarray(0, afterHeader), control, still.subarray(afterHeader)]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name), data]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return chunk;
}

async function animated(format: "gif" | "webp"): Promise<Buffer> {
  const frame = (background: string) => sharp({ create: { width: 32, height: 32, channels: 3, background } }).png();
  const frames = await Promise.all(["red", "blue"].map((colour) => frame(colour).toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

async function withBrand(brand: string): Promise<Buffer> {
  const file = await photo(64, 64).avif().toBuffer();
  file.write(brand, 8);
  return file;
}
