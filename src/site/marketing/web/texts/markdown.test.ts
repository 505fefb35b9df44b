import fc from "fast-check";
import { expect, test } from "vitest";
import { currentFacts } from "#company/facts/facts.ts";
import { PLACEHOLDERS, type PlaceholderValues } from "#company/facts/placeholders.ts";
import { drill, runs } from "#test/drill.ts";
import { plainTextOf, renderInline, renderMarkdown, sectionsOf } from "./markdown.ts";

const ALLOWED =
  /<(?:p|h2|h3|ul|ol|ol start="\d+"|li|strong|em|br|a href="(?:https?:\/\/|mailto:|tel:|\/(?!\/))[^"<>]*" class="link"(?: rel="noopener")?|\/(?:p|h2|h3|ul|ol|li|strong|em|a)|span class="badge badge-outline badge-small font-body"|\/span)>/gi;
const MARK = ' <span class="badge badge-outline badge-small font-body">Sample</span>';
const values = Object.fromEntries(PLACEHOLDERS.map((name) => [name, name.toUpperCase()])) as PlaceholderValues;

test("a text has paragraphs, two levels of headings, lists, bold, italic and lines as typed", () => {
  expect(renderMarkdown("# A\n## B\n### C\n#### D\n###### E")).toBe(
    "<h2>A</h2>\n<h2>B</h2>\n<h3>C</h3>\n<h3>D</h3>\n<h3>E</h3>\n",
  );
  expect(renderMarkdown("One **bold**\nand *two*\n\nThree")).toBe(
    "<p>One <strong>bold</strong><br>\nand <em>two</em></p>\n<p>Three</p>\n",
  );
  expect(renderMarkdown("- a\n- b\n\n3. c\n4. d")).toBe(
    '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<ol start="3">\n<li>c</li>\n<li>d</li>\n</ol>\n',
  );
});

test("a line has bold, italic and links, and stays one line", () => {
  expect(renderInline("# a\n- **b** *c* [d](/e)\\\nf")).toBe(
    '# a - <strong>b</strong> <em>c</em> <a href="/e" class="link">d</a>\\ f',
  );
});

test("links lead to pages of this site, other sites, mail and telephone; those to other sites say noopener", () => {
  expect(renderInline("[a](/about#team)")).toBe('<a href="/about#team" class="link">a</a>');
  expect(renderInline("[a](mailto:a@b.example)")).toBe('<a href="mailto:a@b.example" class="link">a</a>');
  expect(renderInline("[a](tel:+15550100)")).toBe('<a href="tel:+15550100" class="link">a</a>');
  for (const address of ["https://a.example/?b=1", "http://a.example", "HTTPS://A.example"])
    expect(renderInline(`[a](${address} "title")`)).toBe(`<a href="${address}" class="link" rel="noopener">a</a>`);
});

test.each([
  "[a](javascript:alert(1))",
  "[a](JaVaScRiPt:alert(1))",
  "[a](javascript&#58;alert(1))",
  "[a](&#x6A;avascript:alert(1))",
  "[a](&Tab;javascript:alert(1))",
  "[a](java&NewLine;script:alert(1))",
  "[a](java&#0;script:alert(1))",
  "[a](javascript%3Aalert(1))",
  "[a](\\javascript:alert(1))",
  "[a](<java\tscript:alert(1)>)",
  "[a](< javascript:alert(1)>)",
  "[a](\u0001javascript:alert(1))",
  "[a](vbscript:msgbox)",
  "[a](data:text/html;base64,PHNjcmlwdD4=)",
  "[a](blob:https://a.example/1)",
  "[a](file:///etc/passwd)",
  "[a](//evil.example)",
  "[a](&#47;/evil.example)",
  "[a](/&#47;evil.example)",
  "[a](https:evil.example)",
  "[a](about-us)",
  "[a](#here)",
  "[a](tel:{phone})",
  "[a]()",
  "[a][b]\n\n[b]: https://a.example",
  "[](/a)",
  "[ ](/a)",
  "https://a.example",
  "<https://a.example>",
])("%s is text, not a link", (text) => {
  expect(renderMarkdown(text, values)).not.toContain("<a");
  expect(renderInline(text, values)).not.toContain("<a");
});

test("HTML, pictures, code, quotes, tables and rules stay text", () => {
  for (const text of [
    "<script>alert(1)</script>",
    "<b onclick=alert(1)>",
    "<!-- -->",
    "&lt;b&gt; &#60;b&#62;",
    "`a` ```b```",
    "    a",
    "> a",
    "| a | b |\n|---|---|\n| c | d |",
    "a\n---",
    "***",
    "~~a~~",
  ]) {
    const shown = renderMarkdown(text).replace(/<\/?p>|<br>/g, "");
    expect(unescaped(shown).replace(/\s+/g, " ").trim()).toBe(text.replace(/\s+/g, " ").trim());
  }
  expect(renderMarkdown("![a](https://a.example/b.png)")).not.toContain("<img");
});

test("a value is text, whatever it looks like, and only a phone number and an e-mail address are links", () => {
  const hostile = "*O'Hara* [x](javascript:1) [y](/z) <b> {phone} # &amp;";
  const html = renderMarkdown("{name} **{name}**\n\n# {name}\n\n{phone} {email} [call {phone}](/contact)", {
    ...values,
    name: hostile,
    phone: { text: "<555>", href: 'tel:"5' },
    email: { text: "a&b@c.example", href: "mailto:a&b@c.example" },
  });
  const shown = "*O'Hara* [x](javascript:1) [y](/z) &lt;b&gt; {phone} # &amp;amp;";
  expect(html).toBe(
    `<p>${shown} <strong>${shown}</strong></p>\n<h2>${shown}</h2>\n<p><a href="tel:&quot;5" class="link">&lt;555&gt;</a> <a href="mailto:a&amp;b@c.example" class="link">a&amp;b@c.example</a> <a href="/contact" class="link">call &lt;555&gt;</a></p>\n`,
  );
});

test("without values of its own a text tells the company's", () => {
  expect(renderInline("{name}, {state}, {phone}")).toBe(
    `${currentFacts().company.name}, Illinois, <a href="tel:+15550100199" class="link">${currentFacts().company.phone}</a>${MARK}`,
  );
  expect(renderInline("{address}; {contact}; {retention}; {personDetails}; {propertyDetails}")).not.toContain("{");
});

test("the mark of a sample stands beside the value, outside of links, headings and data", () => {
  const phone = { text: "555", href: "tel:555", isSample: true };
  const marked = { ...values, phone, address: { text: "9 Elm", isSample: true } };
  expect(renderInline("{address}, {phone}, [call {phone} now](/contact).", marked)).toBe(
    `9 Elm${MARK}, <a href="tel:555" class="link">555</a>${MARK}, <a href="/contact" class="link">call 555 now</a>${MARK}.`,
  );
  expect(sectionsOf("## Call {phone}", marked).sections[0]).toMatchObject({ id: "call-555", heading: "Call 555" });
  expect(plainTextOf("Call **{phone}**\nor\n\n- [write](/contact)\n- {address}", marked)).toBe(
    "Call 555 or write 9 Elm",
  );
});

test("a placeholder may stand for several values, and for none", () => {
  const several = { ...values, contact: [{ text: "555", href: "tel:555" }, " or ", { text: "9 Elm" }], email: "" };
  expect(renderInline("Mail {email}. Ask: {contact}.", several)).toBe(
    'Ask: <a href="tel:555" class="link">555</a> or 9 Elm.',
  );
});

test("a text is split at its headings, each with an id of its own", () => {
  const { intro, sections } = sectionsOf(
    "Hello\n\n# How *long* {name}?\n\nA\n\n### Deeper\n\n## How long NAME\n\n- B\n\n## كم من الوقت\n\n## 🏠\n\n## Éa – ß\n\n## Main\n\n##",
    values,
  );
  expect(intro).toBe("<p>Hello</p>\n");
  expect(sections).toEqual([
    { id: "how-long-name", heading: "How long NAME?", html: "<p>A</p>\n<h3>Deeper</h3>\n" },
    { id: "how-long-name-2", heading: "How long NAME", html: "<ul>\n<li>B</li>\n</ul>\n" },
    { id: "part-3", heading: "كم من الوقت", html: "" },
    { id: "part-4", heading: "🏠", html: "" },
    { id: "ea", heading: "Éa – ß", html: "" },
    { id: "main-2", heading: "Main", html: "" },
  ]);
  expect(sectionsOf("")).toEqual({ intro: "", sections: [] });
});

test("lists of more than five hundred items go on as plain text, however they are nested, and no word is lost", () => {
  for (const unit of ["- a\n", "- - - - a\n", "- a\n  - b\n    - c\n      - d\n", "- a\n\n", "1. a\n   * b\n"]) {
    const text = unit.repeat(Math.floor((64 * 1024) / unit.length));
    const html = renderMarkdown(text);
    expect(html.match(/<li>/g)?.length, unit).toBeOneOf([500, 501, 502, 503]);
    expect(html.replace(/<[^>]*>/g, "").match(/[a-d]/g), unit).toEqual(text.match(/[a-d]/g));
  }
  expect(renderMarkdown(`${"- a\n".repeat(500)}- {name} <b>`, values)).toMatch(
    /<li>a\n- \{name\} &lt;b&gt;<\/li>\n<\/ul>\n$/,
  );
});

test("nine thousand headings that are the same cost what as many different ones cost", () => {
  const texts = [() => "", (index: number) => ` ${index}`].map((more) =>
    Array.from({ length: 9_900 }, (_, index) => `## Our terms${more(index)}`).join("\n"),
  );
  const costs = texts.map(() => Number.POSITIVE_INFINITY);
  // A busy machine can spoil a few measurements, but not each of twelve.
  const isAlike = () => (costs[0] ?? 0) < (costs[1] ?? 0) * 1.5;
  for (let time = 0; time < 12 && !isAlike(); time++)
    for (const [at, text] of texts.entries()) {
      const from = process.cpuUsage();
      const { sections } = sectionsOf(text);
      const { user, system } = process.cpuUsage(from);
      costs[at] = Math.min(costs[at] ?? 0, user + system);
      expect(new Set(sections.map(({ id }) => id)).size).toBe(9_900);
    }
  expect(isAlike()).toBe(true);
});

test("emoji, right-to-left text and a word of 300 letters come through", () => {
  for (const text of ["👩‍👩‍👧 🏠", "مرحبا بكم", "a".repeat(300)]) expect(renderMarkdown(text)).toBe(`<p>${text}</p>\n`);
});

const PIECES = [
  ..."[]()<>!*_#-+.\\\"'&;:/{} \n\t`|~=",
  ...["](", "[a](", "https://", "javascript:", "data:", "//", "&#58;", "&colon;", "&lt;", "<script>", "<img src=x>"],
  ...[
    "{name}",
    "{phone}",
    "{",
    "1. ",
    "- ",
    "\n\n",
    "\n  - ",
    "\n    ",
    "## ",
    "**",
    "a",
    "é",
    "م",
    "👩‍👩‍👧",
    "\u0000",
  ],
];
const anyText = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 4 })), {
  maxLength: 60,
});

test("no text makes an element or attribute that is not allowed, or leaves one open", () => {
  const hostile = { ...values, name: '"><script>', phone: { text: "<b>", href: 'tel:1"onclick="a', isSample: true } };
  fc.assert(
    fc.property(anyText, (pieces) => {
      const text = pieces.join("");
      const { intro, sections } = sectionsOf(text, hostile);
      for (const html of [renderMarkdown(text, hostile), renderInline(text, hostile), intro]) expectAllowed(html);
      for (const { html } of sections) expectAllowed(html);
    }),
    { numRuns: runs(1_000) },
  );
});

test("no word is lost, however deep it stands", () => {
  const words = fc.array(fc.constantFrom("a", "b", "*", "**", "_", "- ", "+ ", "\n", "  ", "# ", "> ", "`", "<", "["));
  fc.assert(
    fc.property(words, (pieces) => {
      const text = pieces.join("");
      const shown = unescaped(renderMarkdown(text).replace(/<[^>]*>/g, ""));
      expect(shown.replace(/[^ab]/g, "")).toBe(text.replace(/[^ab]/g, ""));
    }),
    { numRuns: runs(1_000) },
  );
  expect(
    renderMarkdown(Array.from({ length: 30 }, (_, depth) => `${"  ".repeat(depth)}- x${depth}`).join("\n")),
  ).toMatch(/x0.*x29/s);
});

// The owner's browser waits for this. A quadratic step takes minutes.
drill("200 KB of one mark come to an end", { timeout: 60_000 }, () => {
  for (const piece of [
    "[",
    "**",
    "*a **b ",
    "- ",
    "- - - - a\n",
    "[a](/b) ",
    "[a](<",
    "![[",
    "#\n",
    "\\",
    "{",
    "{name",
    "<",
  ])
    expectAllowed(renderMarkdown(piece.repeat(200_000 / piece.length), values));
});

function expectAllowed(html: string): void {
  expect(html.replace(ALLOWED, "")).not.toMatch(/[<>]/);
  const open: string[] = [];
  for (const [, end, name] of html.matchAll(/<(\/?)(\w+)/g)) {
    if (end) expect(open.pop()).toBe(name);
    else if (name !== "br") open.push(name ?? "");
  }
  expect(open).toEqual([]);
}

function unescaped(html: string): string {
  return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
