import * as z from "zod/mini";
import { mailableEmail } from "./email.ts";
import { cleanPhone, INVALID_PHONE, isPhone } from "./phone.ts";

export const TEXT_LIMITS = { email: 254, search: 200, notes: 10_000 };

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, without tab and line ends
const CONTROLS_IN_FREE_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const NOT_PRINTABLE = "Please remove the characters that cannot be shown";
const INVALID_EMAIL = "Please enter a valid email address";

export const lineSchema = (longest: number, required?: string) =>
  z.string(required ?? "Please enter text").check(
    z.trim(),
    z.refine((text) => required === undefined || !isBlank(text), { error: required, abort: true }),
    z.maxLength(longest, tooLong(longest)),
    z.refine((text) => text.isWellFormed() && !CONTROLS.test(text), NOT_PRINTABLE),
  );

export const freeTextSchema = (longest: number, required?: string) =>
  z.string(required ?? "Please enter text").check(
    z.trim(),
    z.refine((text) => required === undefined || !isBlank(text), { error: required, abort: true }),
    z.maxLength(longest, tooLong(longest)),
    z.refine((text) => text.isWellFormed() && !CONTROLS_IN_FREE_TEXT.test(text), NOT_PRINTABLE),
  );

export const emailSchema = (required: string) =>
  z.string(required).check(
    z.trim(),
    z.refine((text) => text !== "", { error: required, abort: true }),
    z.refine((text) => text.length <= TEXT_LIMITS.email && text.isWellFormed() && !CONTROLS.test(text), {
      error: INVALID_EMAIL,
      abort: true,
    }),
    z.overwrite((text) => mailableEmail(text) ?? ""),
    z.refine((text) => text !== "" && text.length <= TEXT_LIMITS.email, INVALID_EMAIL),
  );

export const optionalEmailSchema = (required: string) =>
  z.union([z.pipe(z.string(required).check(z.trim()), z.literal("")), emailSchema(required)], INVALID_EMAIL);

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

export const optionalPhoneSchema = z.optional(
  z.pipe(
    z.string(INVALID_PHONE),
    z.pipe(z.transform(cleanPhone), z.string().check(z.refine((text) => text === "" || isPhone(text), INVALID_PHONE))),
  ),
);

/** Empty, or an address without spaces, marks of control and a name before the host, which would show another host than it opens. */
export const httpsLinkSchema = z.string("Please enter an address").check(
  z.trim(),
  z.maxLength(500, "Please enter a shorter address"),
  z.refine((text) => text === "" || isHttpsLink(text), "Please enter an address that begins with https://"),
);

function isHttpsLink(text: string): boolean {
  const url = /^https:\/\/[^\s\p{C}"<>\\]+$/u.test(text) && URL.parse(text);
  return Boolean(url && !url.username && !url.password);
}

/** Of what freeTextSchema would refuse. */
export function shownText(text: string): string {
  return text.toWellFormed().replace(new RegExp(CONTROLS_IN_FREE_TEXT, "g"), "\uFFFD");
}

export const MORE_THAN_SPACES = "A password cannot be made of spaces alone";

export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}]/u.test(text);
}

function tooLong(longest: number): string {
  return `Please use at most ${withCommas(longest)} characters`;
}

export function withCommas(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** A label says “Email”, a sentence “e-mail”. */
export function inSentence(label: string): string {
  return label.replace(/^./, (letter) => letter.toLowerCase()).replace(/^email\b/, "e-mail");
}
