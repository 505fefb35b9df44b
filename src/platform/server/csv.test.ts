import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine, parseCsv, restoreCell, separatorOf } from "./csv.ts";

test("what is written is read back, whatever is in the cells", () => {
  const cell = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("=1+1", "'=1+1", "''-5", "-555 0100", '"', "a\r\nb", ",", ";", "'", ""),
  );
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 6 }), (records) => {
      const text = records.map(csvLine).join("");
      const read = [...parseCsv(text, ",")].map(({ cells }) => cells.map(restoreCell));
      expect(read).toEqual(records);
    }),
  );
});

test("lines are counted as an editor counts them, empty ones are left out, and the last needs no end", () => {
  const text = 'a,b\n\n"two\nlines",x\r\n\r\nlast,"y"';
  expect([...parseCsv(text, ",")]).toEqual([
    { line: 1, cells: ["a", "b"] },
    { line: 3, cells: ["two\nlines", "x"] },
    { line: 6, cells: ["last", "y"] },
  ]);
});

test("semicolons and tabs are recognised by the heading", () => {
  expect(separatorOf("Name;Email\r\na,b;c")).toBe(";");
  expect(separatorOf("Name\tEmail\n")).toBe("\t");
  expect(separatorOf('"a;b;c",Email\n')).toBe(",");
  expect(separatorOf("Name\n")).toBe(",");
});

test("a quotation mark that makes the rest unreadable is said with its line", () => {
  expect(() => [...parseCsv('a\nb\n"never closed\nc', ",")]).toThrow(expect.objectContaining({ line: 3 }));
  expect(() => [...parseCsv('a,b\n"x"y,z\n', ",")]).toThrow(expect.objectContaining({ line: 2 }));
});
