import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine, parseCsv, restoreCell, separatorOf } from "./csv.ts";

test("cells of any content survive writing and reading", async () => {
  const cell = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(..."=＝-@;'\"\t\r\n\0 x") }),
    fc.constantFrom("=1+1", "'=1+1", "''-5", "-555 0100", '"', "a\r\nb", ",", ";", "'", ""),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 6 }), async (records) => {
      const text = records.map(csvLine).join("");
      const read = (await Array.fromAsync(parseCsv(text, ","))).map(({ cells }) => cells.map(restoreCell));
      expect(read).toEqual(records);
    }),
  );
});

test("no spreadsheet finds a formula in a cell, wherever it splits the file, and in whatever width", () => {
  for (const [cell, written] of [
    ["x;=1+1", "x;'=1+1"],
    ["＝1+1", "'＝1+1"],
    ["＋1", "'＋1"],
    ["x;－1;＠a", "x;'－1;'＠a"],
    [" =1", " '=1"],
    ["x\t@sum", "x\t'@sum"],
    ["one\r\n- two", `"one\r\n'- two"`],
    ['x;"=1', `"x;""'=1"`],
    ["a=b; c-d +1 @e, =f", `"a=b; c-d +1 @e, =f"`],
  ] as const)
    expect(csvLine([cell])).toBe(`${written}\r\n`);
});

test("lines are counted as an editor counts them, empty ones are left out, and the last needs no end", async () => {
  const text = 'a,b\n\n"two\nlines",x\r\n\r\nlast,"y"';
  expect(await Array.fromAsync(parseCsv(text, ","))).toEqual([
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

test("an unclosed quotation mark is reported with its line", async () => {
  for (const [text, line] of [
    ['a\nb\n"never closed\nc', 3],
    ['a,b\n"x"y,z\n', 2],
  ] as const)
    await expect(Array.fromAsync(parseCsv(text, ","))).rejects.toMatchObject({ line });
});

test("empty lines are counted however many there are, and line ends of two characters as one", async () => {
  for (const end of ["\n", "\r", "\r\n"]) {
    const text = `a,b${end.repeat(12_345)}last,"y"`;
    expect((await Array.fromAsync(parseCsv(text, ","))).map(({ line }) => line)).toEqual([1, 12_346]);
  }
});
