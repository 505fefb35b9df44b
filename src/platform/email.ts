// What e-mail addresses mean to the site: which texts are one, where mail to it goes, and when two spellings are one person.

// One plain mailbox: no display name, no list, no quotes, which some mail software would read as another recipient.
const LOCAL_PART = /^[^\s@<>()[\]\\,;:"]+$/u;
/** What a domain is typed in: of ASCII its own characters alone, beyond ASCII whatever UTS-46 knows. */
const TYPED_DOMAIN = /^[a-z0-9.\u0080-\u{10ffff}-]+$/iu;
/** Labels of 63 at most, 253 in all (RFC 1035); the last one begins with a letter, or it is an IP address. */
const DOMAIN = /^(?=.{1,253}$)([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/;
/** A last label that is not ASCII: without it URL passes ASCII on unread, and takes the likes of 0x7f.1 for IP addresses. */
const UNREAD = { typed: ".é", read: ".xn--9ca" };

/**
 * The address that mail goes to: the part before the @ as it was typed, which only its own server can read, and the domain
 * in ASCII by UTS-46, as it was typed where it is ASCII. Undefined where the text is no address.
 */
export function mailableEmail(text: string): string | undefined {
  const { local, domain } = partsOf(text);
  // RFC 6532, 3.1: mail is written in the composed form.
  const composed = local.normalize("NFC");
  const ascii = asciiDomain(domain);
  if (!ascii || !LOCAL_PART.test(composed)) return undefined;
  return `${composed}@${domain.toLowerCase() === ascii ? domain : ascii}`;
}

/**
 * The form of an address under which it is stored for comparison, compared and erased. Any text has one: people sign in
 * with whatever they have typed, and what was stored once need not be an address by the rules of today.
 */
export function emailKey(email: string): string {
  const text = email.trim();
  const { local, domain } = partsOf(text);
  return local === "" ? foldCase(text) : `${foldCase(local)}@${asciiDomain(domain) ?? foldCase(domain)}`;
}

function partsOf(text: string): { local: string; domain: string } {
  const at = text.lastIndexOf("@");
  return { local: text.slice(0, Math.max(at, 0)), domain: text.slice(at + 1) };
}

function asciiDomain(domain: string): string | undefined {
  if (!TYPED_DOMAIN.test(domain)) return undefined;
  const ascii = hostOf(domain + UNREAD.typed)?.slice(0, -UNREAD.read.length);
  return ascii && DOMAIN.test(ascii) ? ascii : undefined;
}

/** URL is what both the server and the browser have of UTS-46. */
function hostOf(domain: string): string | undefined {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}

/**
 * Unicode's NFKC_Casefold, near enough: accents in one character or two, full-width letters, ß and SS, both sigmas are the
 * same, and what cannot be seen does not count. The dotless ı keeps apart from i, whose capital it shares.
 */
function foldCase(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[^ı]+/g, (some) => some.toLowerCase().toUpperCase().toLowerCase())
    .normalize("NFKC")
    .trim();
}
