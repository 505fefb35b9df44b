// Whether a short text holds an address that mail programs make a link of: a name or a street that does is an advertisement,
// and mail to an address that a stranger chose must not carry it.

/** Endings that no name, street or abbreviation has. */
const ENDINGS =
  "com|net|org|info|biz|gov|edu|io|app|xyz|online|site|website|shop|store|icu|sbs|cyou|cfd|mobi|ru|cn|uk|tk|cf|gq|ml|рф|中国|xn--[a-z0-9-]+";
/**
 * Those that one may have: "N.Live Oak", "St.Cloud", "K.Dev". They count after three letters or digits. Of the
 * countries whose code is a state's, as in "Fresno.CA", only those that advertisers like.
 */
const ENDINGS_THAT_ARE_WORDS =
  "co|me|us|dev|tv|cc|de|eu|fr|nl|es|it|ch|cz|hu|gr|tr|ua|kz|jp|kr|ph|br|mx|au|nz|za|pw|su|ai|gg|ly|to|live|life|link|click|club|cloud|blog|news|today|world|win|vip|pro|top|fun|space|tech|email|bid|loan|buzz|agency|digital|media|bond|lat|lol|page|ws|be|pl";
const END = "(?![\\p{L}\\p{N}])";

const ADDRESS = new RegExp(
  [
    // A scheme. "hxxp" is what people write who know that schemes are looked for.
    ": ?/ ?/",
    "h(?:tt|xx)ps?:",
    "(?:^|[^\\p{L}\\p{N}])www\\d?\\.",
    `[\\p{L}\\p{N}-] ?\\.(?:${ENDINGS})${END}`,
    `[\\p{L}\\p{N}-]{3} ?\\.(?:${ENDINGS_THAT_ARE_WORDS})${END}`,
    // A dotted word before a path, a port or a query: not "No.5/2" and not "Mr./Mrs.".
    "[\\p{L}\\p{N}-]\\.\\p{L}[\\p{L}\\p{N}-]+(?:[/?]|:\\d)",
    "(?:^|[^\\d.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\d.]*\\d)",
    "[^ @]@[^ @]",
  ].join("|"),
  "u",
);

/** Looks at the text as a mail program or its reader would: full-width letters, odd dots and invisible characters fool nobody. */
export function holdsAddress(text: string): boolean {
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replaceAll("。", ".")
    .replace(/ ?[[({] ?(?:\.|dot) ?[\])}] ?/g, ".");
  return ADDRESS.test(plain);
}
