import { expect, test } from "vitest";
import {
  fillPlaceholders,
  PLACEHOLDERS,
  type PlaceholderValues,
  unknownPlaceholders,
  withoutUnsaidLines,
} from "./placeholders.ts";
import { factsSchema } from "./schema.ts";
import { seedFacts } from "./seed.ts";

const values = Object.fromEntries(PLACEHOLDERS.map((name) => [name, `<${name}>`])) as PlaceholderValues;

test("every placeholder in a text becomes its value, as often as it stands there", () => {
  expect(fillPlaceholders("{name}, {areaServed}, {name}", values)).toBe("<name>, <areaServed>, <name>");
  expect(fillPlaceholders("{phone}", { ...values, phone: { text: "555", href: "tel:555" } })).toBe("555");
});

test("braces around anything else stay as typed", () => {
  for (const text of ["{", "}", "{}", "{sic}", "{ name }", "{Name}", "{constructor}", "{{", "{na\nme}", "{🏠}"])
    expect(fillPlaceholders(text, values)).toBe(text);
  expect(fillPlaceholders("{{name}}", values)).toBe("{<name>}");
});

test("a value that looks like a placeholder is not filled again", () => {
  expect(fillPlaceholders("{name}", { ...values, name: "{phone}" })).toBe("{phone}");
});

test("of Markdown, sentences that name a hidden fact are left out, and lines of which nothing stays", () => {
  const hidden = { ...values, phone: "", contactPerson: { text: "" }, contact: [] };
  for (const [typed, said] of [
    ["Call {contactPerson} at {phone}. It costs nothing. {contactPerson} answers.", "It costs nothing."],
    [
      "## Ask {contactPerson}\n\n- {name} comes. {phone} rings.\n- {phone}\n1. Call: {contact}. Or write.",
      "\n- {name} comes.\n1. Or write.",
    ],
    ["  Two  spaces.  {name}  stay. ", "  Two  spaces.  {name}  stay. "],
  ] as const)
    expect(withoutUnsaidLines(typed, hidden)).toBe(said);
  expect(withoutUnsaidLines("Call {phone}.\n{contact}", values)).toBe("Call {phone}.\n{contact}");
});

test("words in braces that are no placeholder are named once, misspelled ones too", () => {
  expect(unknownPlaceholders("{name} {Name} { phone } {short_name} {toString} {Name} {} { {.} {a, b}")).toEqual([
    "Name",
    " phone ",
    "short_name",
    "toString",
  ]);
  expect(unknownPlaceholders("{".repeat(200_000))).toEqual([]);
});

test("the facts refuse a word in braces that stands for nothing, and say which do", () => {
  const facts = seedFacts();
  const wrong = factsSchema.safeParse({
    ...facts,
    story: "{short name} began with one house.",
    values: [{ title: "Care", text: "{care}" }],
    questions: [{ question: "Why?", answer: "Because {why}." }],
    privacy: "{name} {Phone}",
    terms: "{terms}",
    announcement: { text: "{today}", until: "" },
  });
  const issues = wrong.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const known = PLACEHOLDERS.map((name) => `{${name}}`).join(", ");
  expect(issues?.sort()).toEqual(
    [
      ["story", "short name"],
      ["values.0.text", "care"],
      ["questions.0.answer", "why"],
      ["privacy", "Phone"],
      ["terms", "terms"],
      ["announcement.text", "today"],
    ]
      .map(([path, word]) => `${path}: {${word}} is not known: use ${known}`)
      .sort(),
  );
  expect(factsSchema.safeParse({ ...facts, story: "{sic!} {{name}} 🏠 {name}" }).success).toBe(true);
});
