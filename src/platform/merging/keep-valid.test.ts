import { expect, test } from "vitest";
import { type Checked, keepValid } from "./keep-valid.ts";

type Facts = { list: { title: string; text: string }[] };

const item = (title: string, text = title.toLowerCase()) => ({ title, text });
const BEFORE: Facts = { list: [item("A"), item("B"), item("C")] };

function check(facts: unknown): Checked<Facts> {
  const mistakes = (facts as Facts).list.flatMap(({ text }, index) =>
    text ? [] : [{ path: ["list", String(index), "text"], message: "Please enter a text" }],
  );
  return { mistakes };
}

/** Each new item that is wrong has two mistakes. */
const checkTwice = (facts: unknown) => {
  const { mistakes } = check(facts);
  return { mistakes: mistakes.flatMap((mistake) => [mistake, { ...mistake, message: "Or hide it" }]) };
};

const kept = (...list: Facts["list"]) => keepValid<Facts>(BEFORE, { list }, check).facts.list;

test("an item that is renamed and wrong stays as it was, and holds no other item back", () => {
  expect(kept(item("Z", ""), item("B"), item("C", "new"))).toEqual([item("A"), item("B"), item("C", "new")]);
  expect(kept(item("A", ""), item("B", "new"), item("C"))).toEqual([item("A"), item("B", "new"), item("C")]);
});

test("a new item that is wrong goes alone, and one that took the place of others brings them back", () => {
  expect(kept(item("A", "new"), item("B"), item("C"), item("D", ""))).toEqual([item("A", "new"), item("B"), item("C")]);
  expect(kept(item("Z", ""), item("Y"), item("C", "new"))).toEqual(BEFORE.list);
  expect(kept(item("Z", ""), item("C"))).toEqual(BEFORE.list);
  const others = [item("A"), item("B", "new"), item("C")];
  for (const place of [0, 1, 3]) {
    const list = others.toSpliced(place, 0, item("D", ""));
    expect(keepValid<Facts>(BEFORE, { list }, checkTwice).facts.list).toEqual(others);
  }
});
