// The journal as text: each line is JSON. First what database it is of, and from when to when it is complete; then the
// removals; then a keyed checksum of everything before.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { HoldReason } from "#delivery/removals/removal.ts";
import type { Database } from "#platform/server/database/database.ts";
import { journalKey } from "./journal-key.ts";
import { listRemovals } from "./record.ts";
import type { RemovalKeysTable, RemovalsTable } from "./table.ts";

export type JournalHeading = { format: string; database: string; since: string; through: string };

export type Journal = { heading: JournalHeading; removals: RemovalsTable[] };

/** Why a journal does not count. */
export class JournalError extends Error {
  readonly reason: HoldReason;

  constructor(reason: HoldReason) {
    super(reason);
    this.reason = reason;
  }
}

const FORMAT = "site removals 1";

/** The bytes of the journal as the database has it now. Nothing in it can be read without the database's keys. */
export async function makeJournal(database: Database, now: Date): Promise<Buffer> {
  const key = await journalKey(database, now);
  const heading = { format: FORMAT, database: key.identity, since: key.since, through: now.toISOString() };
  const lines = [JSON.stringify(heading)];
  for await (const rows of listRemovals(database.read))
    for (const { id, at, kind, subject, detail } of rows) lines.push(JSON.stringify([id, at, kind, subject, detail]));
  const text = `${lines.join("\n")}\n`;
  return Buffer.from(`${text}${JSON.stringify({ hmac: checksumOf(text, key) })}\n`);
}

/** Throws JournalError. Entries of a kind that this version does not know are a newer version's: damaged. */
export function readJournal(
  text: string,
  { key, isKnown }: { key: RemovalKeysTable | undefined; isKnown: (kind: string) => boolean },
): Journal {
  const heading = readHeading(text);
  if (!heading) throw new JournalError("damaged");
  if (!key || heading.database !== key.identity) throw new JournalError("foreign");
  const end = text.trimEnd().lastIndexOf("\n") + 1;
  if (!isRight(text.slice(end), checksumOf(text.slice(0, end), key))) throw new JournalError("damaged");
  const removals = text.slice(0, end).trimEnd().split("\n").slice(1).map(toRemoval);
  if (removals.some(({ kind }) => !isKnown(kind))) throw new JournalError("damaged");
  return { heading, removals };
}

/** Without a look at the checksum; undefined if the text does not begin like a journal. */
export function readHeading(text: string): JournalHeading | undefined {
  const heading = parsed(text.slice(0, text.indexOf("\n") + 1)) as Partial<JournalHeading> | undefined;
  const isWhole = heading?.format === FORMAT && heading.database && heading.since && heading.through;
  return isWhole ? (heading as JournalHeading) : undefined;
}

function toRemoval(line: string): RemovalsTable {
  const [id, at, kind, subject, detail] = JSON.parse(line);
  return { id, at, kind, subject, detail };
}

function checksumOf(text: string, { secret }: RemovalKeysTable): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

function isRight(line: string, checksum: string): boolean {
  const { hmac } = (parsed(line) ?? {}) as { hmac?: unknown };
  const [given, right] = [Buffer.from(String(hmac)), Buffer.from(checksum)];
  return given.length === right.length && timingSafeEqual(given, right);
}

function parsed(line: string): object | undefined {
  try {
    const value = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
