import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";

/** The limits are in bytes of the file and in pixels; an SVG has only sides. */
export const PICTURE_LIMITS = { bytes: 5 * 1024 * 1024, side: 10_000, pixels: 40_000_000 };

export const PICTURE_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/avif",
  "image/gif",
  "image/svg+xml",
] as const;

/** Sizes are pixels of the longer side. Smaller uploads keep their size; an SVG is drawn at the large one. */
export const PICTURE_SIZES = { small: 320, large: 960 } as const;

export const ICON_SIZE = 180;

export type PictureSize = keyof typeof PICTURE_SIZES;

/** Status 413 asks for a smaller file, 415 for another format. */
export const PICTURE_REFUSALS = {
  empty: "This file is empty. Please choose another one.",
  tooManyBytes: "This file is larger than 5 MB. Please choose a smaller one.",
  tooManyPixels:
    "This picture has more than 40 megapixels, or a side of more than 10,000 pixels. Please make it smaller first.",
  animated: "This picture is animated. Please choose a still one.",
  heic: "This is a HEIC photo, which browsers do not show. Please save it as JPEG and choose that file.",
  unreadable: "This file is not a picture that can be read. Please choose a JPEG, PNG, WebP, AVIF, GIF or SVG file.",
  damaged: "This picture is damaged or incomplete. Please save it again and choose the new file.",
  tooHeavy: "This picture takes too much time or memory to read. Please choose a simpler one.",
} as const;

export type PictureRefusal = keyof typeof PICTURE_REFUSALS;

export const PICTURES_PATH = "/pictures/";

export const pictureIdSchema = z
  .string("Please choose a picture")
  .check(z.regex(/^[0-9a-f]{32}$/, "Please choose a picture"));

/** Width and height are those of the large size; the small one has the same shape. */
export const pictureSchema = z.object({ id: pictureIdSchema, width: z.int(), height: z.int() });

export type Picture = z.infer<typeof pictureSchema>;

export const pictureAnswerSchema = answerOf({ picture: pictureSchema });

export function pictureUrl(id: string, size: PictureSize): string {
  return `${PICTURES_PATH}${id}-${size}.webp`;
}
