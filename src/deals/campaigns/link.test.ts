import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#test/drill.ts";
import { newLinkSchema } from "./admin.ts";
import { addressOf, isOwnPage, linkNameOf } from "./link.ts";

const SITE = "https://homes.example.com";

const LINK = { source: "postcard", medium: "print", campaign: "Elm & Oak, spring" };

test("a link may lead to pages of this site", () => {
  for (const page of ["/", "/book-meeting", "/situations/divorce", "/?a=b", "/contact#form", "/go-ahead", "/caf%C3%A9"])
    expect(isOwnPage(page), page).toBe(true);
});

const ELSEWHERE = [
  "",
  "contact",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  " //evil.example",
  "/./evil.example/..//evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "/%2e%2e//evil.example",
  "/%2f/evil.example",
  "/%2Fevil.example",
  "/%5Cevil.example",
  "/%255cevil.example",
  "/%09/evil.example",
  "/a//b",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "@evil.example",
  "/go/other",
  "/GO/other",
  "/api/auth/logout",
  "/api",
  "/with space",
  "/é",
  "/\u0000",
  "/\u202e",
];

test("other targets are refused: other hosts in any spelling, short links, and paths that are no page", () => {
  for (const target of ELSEWHERE) expect(isOwnPage(target), JSON.stringify(target)).toBe(false);
});

test("every accepted target stays on the site in every parser, and keeps its query", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "%2f",
    "%5c",
    "%2e",
    "%00",
    "evil.example",
    "@",
    ":",
    "?",
    "#",
    "&",
    "a=b",
    "\t",
    "\r\n",
    "https:",
    " ",
    "é",
    "go",
    "api",
  );
  const target = fc.oneof(
    fc.array(piece, { maxLength: 9 }).map((pieces) => `/${pieces.join("")}`),
    fc.webPath(),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(target, fc.string({ minLength: 1 }), (page, source) => {
      fc.pre(isOwnPage(page) && source.isWellFormed());
      const address = addressOf({ ...LINK, target: page, source });
      for (const read of [address, address.replaceAll("\\", "/"), decodeOnce(address.split(/[?#]/)[0] ?? "")]) {
        expect(new URL(read, SITE).origin).toBe(SITE);
        expect(read).toMatch(/^\/(?![/\\])/);
      }
      const before = new URL(page, SITE);
      const after = new URL(address, SITE);
      expect(after.pathname).toBe(before.pathname);
      expect(after.hash).toBe(before.hash);
      expect(after.search.startsWith(before.search)).toBe(true);
      expect(after.searchParams.getAll("utm_source")).toEqual([source]);
      expect(after.searchParams.get("utm_campaign")).toBe(LINK.campaign);
    }),
    { numRuns: runs(2_000) },
  );
});

test("a name is read as it is typed off paper, and only of letters, digits and hyphens", () => {
  expect(linkNameOf("Spring-2027")).toBe("spring-2027");
  for (const typed of ["", "-", "a--b", "-a", "a-", "a b", "ä", "a/b", "a.b", "%61", "x".repeat(61)])
    expect(linkNameOf(typed), typed).toBeUndefined();
  const form = { ...LINK, name: " Spring-2027 ", target: "/", isRetired: false };
  expect(newLinkSchema.parse(form)).toMatchObject({ name: "spring-2027" });
  expect(newLinkSchema.safeParse({ ...form, target: "/?utm_source=x" }).success).toBe(false);
});

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
