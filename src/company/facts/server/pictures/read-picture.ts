// Only a process can be stopped: an SVG of 4 KB kept the library busy for nine minutes, and one of 4 MB took 2.5 GB.
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import sharp, { type Metadata } from "sharp";
import { ICON_SIZE, PICTURE_LIMITS, PICTURE_SIZES, type PictureRefusal } from "#company/facts/pictures.ts";

export type ReadPicture = { width: number; height: number; small: Uint8Array; large: Uint8Array; icon: Uint8Array };
export type PictureAnswer = ReadPicture | { refusal: PictureRefusal };

/** 40 megapixels take 800 MB as AVIF, and at most 480 MB in other formats. */
const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;
const MEMORY_CHECK_MS = 10;
/** Other loaders never see a byte. */
const LOADERS = ["Jpeg", "Png", "Webp", "Heif", "Nsgif", "Svg"];
const WEBP = { quality: 82, smartSubsample: true };
/** An SVG of this density has one pixel per unit. */
const DENSITY = 72;
const MAX_DENSITY = 100_000;
const PNG_CHUNKS = 8;

process.once("message", async (upload: Uint8Array) => process.send?.(await read(Buffer.from(upload))));
// process.exit would wait for the library.
process.once("disconnect", stop);
setInterval(() => process.memoryUsage.rss() > MAX_MEMORY_BYTES && stop(), MEMORY_CHECK_MS);
lowerPriority();
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: LOADERS.map((name) => `VipsForeignLoad${name}`) });

function stop(): void {
  process.kill(process.pid, "SIGKILL");
}

/** If memory runs out, Linux ends this process instead of the site. */
function lowerPriority(): void {
  try {
    setPriority(10);
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Other systems have no such file.
  }
}

async function read(upload: Buffer): Promise<PictureAnswer> {
  // This check comes first, because the library would call these files damaged.
  if (hasBrand(upload, ["heic", "heix", "hevc", "hevx"])) return { refusal: "heic" };
  if (hasBrand(upload, ["avis"])) return { refusal: "animated" };
  let header: Metadata;
  try {
    header = await sharp(upload, { limitInputPixels: false }).metadata();
  } catch {
    return { refusal: "unreadable" };
  }
  const refusal = refusalOf(upload, header);
  if (refusal) return { refusal };
  try {
    return await encode(upload, header);
  } catch {
    return { refusal: "damaged" };
  }
}

/** The check reads only the header: a refused picture is never decoded. */
function refusalOf(upload: Buffer, { format, compression, pages = 1, width, height }: Metadata) {
  if (format === "heif" && compression !== "av1") return "heic";
  if (pages > 1 || (format === "png" && isAnimatedPng(upload))) return "animated";
  const pixels = format === "svg" ? 0 : width * height;
  if (Math.max(width, height) > PICTURE_LIMITS.side || pixels > PICTURE_LIMITS.pixels) return "tooManyPixels";
  return undefined;
}

async function encode(upload: Buffer, { format, width, height }: Metadata): Promise<ReadPicture> {
  const isDrawing = format === "svg";
  const density = Math.min((DENSITY * PICTURE_SIZES.large) / Math.max(width, height), MAX_DENSITY);
  const { data, info } = await sharp(upload, {
    failOn: "error",
    limitInputPixels: PICTURE_LIMITS.pixels,
    ...(isDrawing && { density }),
  })
    .autoOrient()
    .resize(PICTURE_SIZES.large, PICTURE_SIZES.large, { fit: "inside", withoutEnlargement: !isDrawing })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { raw: { width: info.width, height: info.height, channels: info.channels } };
  const [large, small, icon] = await Promise.all([
    sharp(data, pixels).webp(WEBP).toBuffer(),
    sharp(data, pixels)
      .resize(PICTURE_SIZES.small, PICTURE_SIZES.small, { fit: "inside", withoutEnlargement: true })
      .webp(WEBP)
      .toBuffer(),
    sharp(data, pixels)
      .ensureAlpha()
      .resize(ICON_SIZE, ICON_SIZE, { fit: "contain", background: "#ffffff00" })
      .png()
      .toBuffer(),
  ]);
  return { width: info.width, height: info.height, small, large, icon };
}

/** The library silently shows the first frame of an animated PNG. The chunk must precede the first pixels. */
function isAnimatedPng(file: Buffer): boolean {
  for (let at = PNG_CHUNKS; at + 8 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const name = file.toString("latin1", at + 4, at + 8);
    if (name === "acTL") return true;
    if (name === "IDAT") return false;
  }
  return false;
}

/** The first box of an AVIF or HEIC file lists its brand and the compatible ones. */
function hasBrand(file: Buffer, brands: readonly string[]): boolean {
  if (file.toString("latin1", 4, 8) !== "ftyp") return false;
  const end = Math.min(file.readUInt32BE(0), file.length);
  for (let at = 8; at < end; at += 4) if (brands.includes(file.toString("latin1", at, at + 4))) return true;
  return false;
}
