import { expect, test } from "vitest";
import { fillPlaceholders, PLACEHOLDERS, type PlaceholderValues, unknownPlaceholders } from "./placeholders.ts";

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

test("words in braces that are no placeholder are named once, misspelled ones too", () => {
  expect(unknownPlaceholders("{name} {Name} { phone } {short_name} {toString} {Name} {} { {.} {a, b}")).toEqual([
    "Name",
    " phone ",
    "short_name",
    "toString",
  ]);
  expect(unknownPlaceholders("{".repeat(200_000))).toEqual([]);
});
