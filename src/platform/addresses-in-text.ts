// Mail programs turn addresses into links, so a name or a street could carry an advertisement to an address that a stranger typed.
import * as z from "zod/mini";
import { lineSchema } from "./text.ts";

const ENDINGS =
  "com|net|org|info|biz|gov|edu|io|app|xyz|online|site|website|shop|store|icu|sbs|cyou|cfd|mobi|ru|cn|uk|tk|cf|gq|ml|рф|中国|xn--[a-z0-9-]+";
const ENDINGS_THAT_ARE_WORDS =
  "co|me|us|dev|tv|cc|de|eu|fr|nl|es|it|ch|cz|hu|gr|tr|ua|kz|jp|kr|ph|br|mx|au|nz|za|pw|su|ai|gg|ly|to|live|life|link|click|club|cloud|blog|news|today|world|win|vip|pro|top|fun|space|tech|email|bid|loan|buzz|agency|digital|media|bond|lat|lol|page|ws|be|pl";
const END = "(?![\\p{L}\\p{N}])";

const ADDRESS = new RegExp(
  [
    ": ?/ ?/",
    "h(?:tt|xx)ps?:",
    "(?:^|[^\\p{L}\\p{N}])www\\d?\\.",
    `[\\p{L}\\p{N}-] ?\\.(?:${ENDINGS})${END}`,
    `[\\p{L}\\p{N}-]{3} ?\\.(?:${ENDINGS_THAT_ARE_WORDS})${END}`,
    "[\\p{L}\\p{N}-]\\.\\p{L}[\\p{L}\\p{N}-]+(?:[/?]|:\\d)",
    "(?:^|[^\\d.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\d.]*\\d)",
    "[^ @]@[^ @]",
  ].join("|"),
  "u",
);

export const mailedLineSchema = (longest: number, required?: string) =>
  lineSchema(longest, required).check(
    z.refine(
      (text) => !containsAddress(text),
      "Please leave out web and email addresses, and put a space after any dot",
    ),
  );

/** The text is normalised, because full-width letters and invisible characters can hide an address. */
export function containsAddress(text: string): boolean {
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replaceAll("。", ".")
    .replace(/ ?[[({] ?(?:\.|dot) ?[\])}] ?/g, ".");
  return ADDRESS.test(plain);
}
