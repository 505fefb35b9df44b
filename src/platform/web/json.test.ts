import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "./json.ts";

test("whole numbers too large for a number become BigInt, exactly", () => {
  expect(parseJson('{"id":9007199254740993,"below":-12345678901234567890}')).toEqual({
    id: 9007199254740993n,
    below: -12345678901234567890n,
  });
});

test("other numbers, and digits inside texts, stay what they are", () => {
  const text =
    '{"a":9007199254740991,"b":0.12345678901234567,"c":"card 1234567890123456789","d":1e21,"e\\"12345678901234567":7}';
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test("whatever JSON writes without large whole numbers is read as JSON reads it", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const plain = JSON.parse(text);
      fc.pre(!/\d{16}/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, "")));
      expect(parseJson(text)).toEqual(plain);
    }),
  );
});

test("any large whole number survives", () => {
  fc.assert(
    fc.property(fc.bigInt(), (number) => {
      const value = (parseJson(`[${number}]`) as unknown[])[0];
      expect(String(value)).toBe(String(number));
      expect(typeof value).toBe(Number.isSafeInteger(Number(number)) ? "number" : "bigint");
    }),
  );
});

test("invalid JSON is refused", () => {
  expect(() => parseJson("<html>12345678901234567890")).toThrow(SyntaxError);
});
