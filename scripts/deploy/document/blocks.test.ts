import { expect, test } from "vitest";
import { isRun, isSettings, nameOf, notRun, readBlocks } from "./blocks.ts";
import { NOT_RUN, write } from "./plan.ts";

const blocks = readBlocks();
const ENDS_ELSEWHERE = { url: "https://localhost", address: "/code", recipient: "age1x", backup: "x.backup.age" };

test("every block of commands in the documents is run by check:deploy, or is listed with the reason", () => {
  expect(blocks.filter((block) => !isRun(block) && !notRun(block)).map(nameOf)).toEqual([]);
  expect(blocks.filter(isRun).length).toBeGreaterThan(15);
});

test("the list of blocks that are not run has no line without its block", () => {
  for (const { document, begins, why, nearest } of NOT_RUN) {
    expect(
      blocks.filter((block) => block.document === document && block.text.startsWith(begins)),
      begins,
    ).toHaveLength(1);
    expect([why, nearest].every(Boolean)).toBe(true);
  }
});

test("blocks that are run call no Docker, and leave nothing to fill in but what is filled in", () => {
  for (const block of blocks.filter(isRun)) {
    const typed = write(block.text, ENDS_ELSEWHERE);
    expect(typed, nameOf(block)).not.toMatch(/…|ADDRESS|^docker|https:\/\/homes\.example\.com/m);
  }
});

test("lines of settings are told from commands", () => {
  const settings = blocks.filter(isSettings).map(({ text }) => /^[A-Z_]+/.exec(text)?.[0]);
  expect(settings).toEqual(["SMTP_URL", "BACKUP_RECIPIENT", "BACKUP_COMMAND"]);
});
