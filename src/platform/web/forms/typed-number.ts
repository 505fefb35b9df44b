import * as z from "zod/mini";

/** A number as people type it. Empty is none; what is no number is NaN, which every schema of a number refuses. */
export const typedNumber = z.codec(z.string(), z.custom<number | undefined>(), {
  decode: (text) => (text.trim() === "" ? undefined : Number(text)),
  encode: (value) => String(value ?? ""),
});

/** Empty is null. */
export const typedNumberOrNull = z.codec(typedNumber, z.custom<number | null>(), {
  decode: (value) => value ?? null,
  encode: (value) => value ?? undefined,
});
