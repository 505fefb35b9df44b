// Each line is a keyed check, a space and JSON: first the database and since when the journal is complete, then the
// removals, last until when it is complete. A check covers its line and the check before, so that no line can be
// changed, moved or left out. Appended lines replace the last one, so that a cut end is noticed.
import { createHmac, timingSafeEqual } from "node:crypto";
import { type HoldReason, REMOVALS } from "#delivery/removals/removal.ts";
import { EventLoopYielder } from "#platform/server/event-loop-yield.ts";
import type { RemovalKeysTable, RemovalsTable } from "./table.ts";

export type Journal = {
  since: string;
  through: string;
  removals: RemovalsTable[];
  end: { line: string; start: number; before: string };
};

export type Refused = { reason: HoldReason };

const FORMAT = "site removals 1";
const CHECK_LENGTH = 43;

/** Without the database's keys nothing in the result can be read. */
export async function makeLines(
  { identity, secret, since }: RemovalKeysTable,
  rows: readonly RemovalsTable[],
  { now, before = "" }: { now: Date; before?: string },
): Promise<string> {
  const yielder = new EventLoopYielder();
  const removals = rows.map(({ id, at, kind, subject, detail }) => [id, at, kind, subject, detail]);
  const heading = before === "" ? [{ format: FORMAT, database: identity, since }] : [];
  const lines: string[] = [];
  for (const content of [...heading, ...removals, { through: now.toISOString() }]) {
    lines.push(lineOf(JSON.stringify(content), checkOf(lines.at(-1)) || before, secret));
    if (yielder.isOver) await yielder.next();
  }
  return lines.join("");
}

/** Entries of an unknown kind come from a newer version and count as damage. */
export async function readJournal(text: string, key: RemovalKeysTable | undefined): Promise<Journal | Refused> {
  const yielder = new EventLoopYielder();
  const lines = text.split(/(?<=\n)/);
  const heading = headingOf(lines[0]);
  if (!heading) return { reason: "damaged" };
  if (!key || heading.database !== key.identity) return { reason: "foreign" };
  const contents = [];
  for (const [index, line] of lines.entries()) {
    const content = contentOf(line);
    if (!isSame(line, lineOf(content, checkOf(lines[index - 1]), key.secret))) return { reason: "damaged" };
    contents.push(JSON.parse(content));
    if (yielder.isOver) await yielder.next();
  }
  const { through } = contents.at(-1);
  const removals = contents.slice(1, -1).map(([id, at, kind, subject, detail]) => ({ id, at, kind, subject, detail }));
  if (!through || removals.some(({ kind }) => !(kind in REMOVALS))) return { reason: "damaged" };
  const line = lines.at(-1) ?? "";
  const end = { line, start: Buffer.byteLength(text) - Buffer.byteLength(line), before: checkOf(lines.at(-2)) };
  return { since: heading.since, through, removals, end };
}

function headingOf(line: string | undefined): { database: string; since: string } | undefined {
  try {
    const heading = JSON.parse(contentOf(line));
    return heading.format === FORMAT ? heading : undefined;
  } catch {
    return undefined;
  }
}

function lineOf(content: string, before: string, secret: string): string {
  const check = createHmac("sha256", secret)
    .update(before + content)
    .digest("base64url");
  return `${check} ${content}\n`;
}

function checkOf(line = ""): string {
  return line.slice(0, CHECK_LENGTH);
}

function contentOf(line = ""): string {
  return line.slice(CHECK_LENGTH + 1, -1);
}

function isSame(line: string, right: string): boolean {
  const [given, expected] = [Buffer.from(line), Buffer.from(right)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
