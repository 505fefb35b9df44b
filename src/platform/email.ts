// Display names, lists and quotes are refused, because some mail software reads them as other recipients.
const LOCAL_PART = /^[^\s@<>()[\]\\,;:"]+$/u;
const TYPED_DOMAIN = /^[a-z0-9.\u0080-\u{10ffff}-]+$/iu;
/** RFC 1035 allows labels of 63 characters and 253 in total. A last label that begins with a digit is an IP address. */
const DOMAIN = /^(?=.{1,253}$)([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/;
/** A non-ASCII label is appended, because URL does not check plain ASCII and takes the likes of 0x7f.1 for IP addresses. */
const UNREAD = { typed: ".é", read: ".xn--9ca" };

/** Returns the local part as typed and the domain in ASCII (UTS-46), or undefined if the text is no address. */
export function mailableEmail(text: string): string | undefined {
  const { local, domain } = partsOf(text);
  const composed = local.normalize("NFC");
  const ascii = asciiDomain(domain);
  if (!ascii || !LOCAL_PART.test(composed)) return undefined;
  return `${composed}@${domain.toLowerCase() === ascii ? domain : ascii}`;
}

/** The key serves comparison and lookup. Any text has one, because stored addresses may predate today's rules. */
export function emailKey(email: string): string {
  const text = email.trim();
  const { local, domain } = partsOf(text);
  return local === "" ? foldCase(text) : `${foldCase(local)}@${asciiDomain(domain) ?? foldCase(domain)}`;
}

/** Returns the key where address and key differ in more than case: the mailbox must be the one whose data the key finds. */
export function keyedEmail(email: string): string {
  const key = emailKey(email);
  const { local, domain } = partsOf(email);
  return `${local.normalize("NFC").toLowerCase()}@${asciiDomain(domain)}` === key ? email : key;
}

function partsOf(text: string): { local: string; domain: string } {
  const at = text.lastIndexOf("@");
  return { local: text.slice(0, Math.max(at, 0)), domain: text.slice(at + 1) };
}

function asciiDomain(domain: string): string | undefined {
  const plain = domain.toLowerCase();
  if (DOMAIN.test(plain) && !plain.includes("xn--")) return plain;
  if (!TYPED_DOMAIN.test(domain)) return undefined;
  const ascii = hostOf(domain + UNREAD.typed)?.slice(0, -UNREAD.read.length);
  return ascii && DOMAIN.test(ascii) ? ascii : undefined;
}

/** URL is the only UTS-46 implementation that both Node and browsers have. */
function hostOf(domain: string): string | undefined {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}

/** Most addresses, whose case alone can differ. */
const PLAIN = /^[ -~]*$/;

/** This approximates NFKC_Casefold: accents, widths, ß and SS, both sigmas. The dotless ı stays distinct from i. */
function foldCase(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().trim();
  return text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[^ı]+/g, (some) => some.toLowerCase().toUpperCase().toLowerCase())
    .normalize("NFKC")
    .trim();
}
