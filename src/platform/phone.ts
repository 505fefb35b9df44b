// Phone numbers as people in the United States type and paste them.
import * as z from "zod/mini";

export const INVALID_PHONE = "Please enter a valid phone number";
const MAX_LENGTH = 30;
const MIN_DIGITS = 7;

/** Removes what is accepted but not kept: a leading +1, dots, and the non-breaking spaces of copied text. */
export function cleanPhone(text: string): string {
  return text
    .replace(/[\u00a0\u2007\u202f]/g, " ")
    .trim()
    .replace(/^\+1[ .-]*/, "")
    .replaceAll(".", "")
    .trim();
}

export function isPhone(text: string): boolean {
  return text.length <= MAX_LENGTH && /^[\d ()-]+$/.test(text) && text.replace(/\D/g, "").length >= MIN_DIGITS;
}

/** The digits by which two spellings of one number are the same: without the country code. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, "");
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

/** "(312) 555-0100" for a whole US number; anything else stays as it was typed. */
export function formatPhone(text: string): string {
  const cleaned = cleanPhone(text);
  const digits = phoneDigits(cleaned);
  if (digits.length !== 10 || !isPhone(cleaned)) return text.trim();
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** For a tel: link. */
export function phoneHref(text: string): string {
  const digits = phoneDigits(text);
  return digits.length === 10 ? `tel:+1${digits}` : `tel:${digits}`;
}

export const phoneSchema = (required: string) =>
  z.pipe(
    z.string(required),
    z.pipe(
      z.transform(cleanPhone),
      z.string().check(
        z.refine((text) => text !== "", { error: required, abort: true }),
        z.refine(isPhone, INVALID_PHONE),
      ),
    ),
  );

/** The same rule where a number need not be given; an empty one counts as none. */
export const optionalPhoneSchema = z.optional(
  z.pipe(
    z.string(INVALID_PHONE),
    z.pipe(z.transform(cleanPhone), z.string().check(z.refine((text) => text === "" || isPhone(text), INVALID_PHONE))),
  ),
);
