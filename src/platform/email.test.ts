import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#test/drill.ts";
import { emailKey, mailableEmail } from "./email.ts";

const CHARACTERS = Array.from({ length: 0x30000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

test("a letter is one person's in capitals and in small letters, in one character and in two", () => {
  const apart = CHARACTERS.filter((letter) => {
    const forms = new Set([letter, letter.toUpperCase(), letter.toLowerCase(), letter.normalize("NFD")]);
    return forms.size > 1 && new Set([...forms].map((form) => emailKey(`x${form}x@x.com`))).size > 1;
  });
  // It shares its capital with i, but it is a different letter.
  expect(apart).toEqual(["ı"]);
});

test.for([
  ["STRASSE", "straße", "STRAẞE"],
  ["ΟΔΥΣΣΕΥΣ", "οδυσσευς", "οδυσσευσ"],
  ["İpek", "i\u0307pek", "I\u0307PEK"],
  ["ÉLODIE", "e\u0301lodie", "ｅ\u0301ＬＯＤＩＥ"],
  ["Kim", "\u212aim", "k\u00adi\u200bm"],
])("%j are one mailbox", (spellings) => {
  expect(new Set(spellings.map((local) => emailKey(` ${local}@Example.com `)))).toHaveLength(1);
});

test("different letters, domains and texts stay apart", () => {
  const texts = ["i@x.com", "ı@x.com", "e@x.com", "é@x.com", "a@faß.de", "a@fass.de", "a@x", "a", "@a", "", "a@"];
  expect(new Set(texts.map(emailKey)).size).toBe(texts.length);
});

test("the key of a key is the key, and the key of an address is that of its mailable form", () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom(...CHARACTERS.slice(0, 0x500)), fc.string({ unit: "binary" })),
  });
  fc.assert(
    fc.property(text, fc.constantFrom("example.com", "MÜNCHEN.example", "faß.de", "例え。jp"), (local, domain) => {
      const key = emailKey(`${local}@${domain}`);
      expect(emailKey(key)).toBe(key);
      const mailable = mailableEmail(`${local.trim()}@${domain}`);
      if (mailable) expect(emailKey(mailable)).toBe(emailKey(`${local.trim()}@${domain}`));
      if (mailable) expect(mailableEmail(mailable)).toBe(mailable);
    }),
    { numRuns: runs(500) },
  );
});

test("no text of any length takes long", () => {
  for (const piece of ["a", "ü", "@", ".", "\u0301", "ß", "ﷺ", "xn--"]) {
    const started = performance.now();
    emailKey(piece.repeat(64_000));
    mailableEmail(`a@${piece.repeat(254)}`);
    expect(performance.now() - started, piece).toBeLessThan(1_500);
  }
});
