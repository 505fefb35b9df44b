import {
  campaignNameOf,
  campaignSchema,
  parseMonth,
  REQUIRED_SPEND_HEADINGS,
  SPEND_HEADINGS,
  sourceSchema,
} from "#deals/campaigns/spend.ts";
import { IMPORT_LIMITS, type ImportReport } from "#platform/csv-import.ts";
import { parseCents } from "#platform/money.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import {
  type Cells,
  type FileRead,
  type ImportRequest,
  type Refuse,
  readImport,
  requireNoProblems,
} from "#platform/server/csv/csv-import.ts";
import type { Database } from "#platform/server/database/database.ts";
import { EventLoopYielder } from "#platform/server/event-loop-yield.ts";
import { changeSpend } from "./change-spend.ts";
import { type Amount, findAmounts, keyOf } from "./store.ts";

type Column = (typeof SPEND_HEADINGS)[number];

/** Rows per transaction: on SQLite a transaction blocks all other writes. */
const CHUNK_ROWS = 20;
const MONTH_RULE = "Please write a month such as 2026-11 or Nov 2026";
const AMOUNT_RULE = "Please write an amount such as 1250 or 1,250.50";

/**
 * Replaces stored amounts with those of the file. Changes nothing unless every line is valid; after a failure midway,
 * the same file can be imported again. Throws invalid_input with the report.
 */
export async function importSpend(
  database: Database,
  { file, isCheck, actor, now }: ImportRequest,
): Promise<ImportReport> {
  const read = await readImport(file, {
    columns: SPEND_HEADINGS,
    required: REQUIRED_SPEND_HEADINGS,
    read: readAmount,
  });
  const { drafts, ...rest } = withoutDuplicates(read);
  const yielder = new EventLoopYielder();
  const fresh: Amount[] = [];
  const skipped: ImportReport["skipped"] = [];
  for (const chunk of chunksOf(drafts, CHUNK_ROWS)) {
    const known = await findAmounts(
      database.read,
      chunk.map(({ draft }) => draft),
    );
    for (const { line, draft } of chunk) {
      if (known.get(keyOf(draft))?.cents === draft.cents)
        skipped.push({ line, reason: "This amount is there already" });
      else fresh.push(draft);
    }
    if (yielder.isOver) await yielder.next();
  }
  const report: ImportReport = { ...rest, made: fresh.length, skipped };
  if (isCheck) return report;
  requireNoProblems(report);
  let made = 0;
  for (const entries of chunksOf(fresh, CHUNK_ROWS)) {
    made += await changeSpend(database, { entries, actor, now });
    await yielder.next();
  }
  return { ...report, made };
}

function readAmount(cell: Cells<Column>, refuse: Refuse<Column>): Amount | undefined {
  const source = sourceSchema.safeParse(cell("Source"));
  if (!source.success) refuse("Source", source.error.issues[0]?.message ?? "Not valid");
  const campaign = campaignSchema.safeParse(cell("Campaign"));
  if (!campaign.success) refuse("Campaign", campaign.error.issues[0]?.message ?? "Not valid");
  const month = parseMonth(cell("Month"));
  if (month === undefined) refuse("Month", MONTH_RULE);
  const cents = parseCents(cell("Amount"));
  if (cents === undefined) refuse("Amount", AMOUNT_RULE);
  if (!source.success || !campaign.success || month === undefined || cents === undefined) return undefined;
  return { ...campaignNameOf({ source: source.data, campaign: campaign.data }), month, cents };
}

/** Reports a second line of the same campaign and month, because it may be a second bill or a copied line. */
function withoutDuplicates(read: FileRead<Amount>): FileRead<Amount> {
  const lines = new Map<string, number>();
  const problems = [...read.problems];
  let wrongLines = read.wrongLines;
  const drafts = read.drafts.filter(({ line, draft }) => {
    const earlier = lines.get(keyOf(draft));
    lines.set(keyOf(draft), earlier ?? line);
    if (earlier === undefined) return true;
    wrongLines++;
    problems.push({
      line,
      column: "Month",
      reason: `The same campaign and month as line ${earlier}. Please add them up`,
    });
    return false;
  });
  return {
    ...read,
    drafts,
    problems: problems.sort((a, b) => a.line - b.line).slice(0, IMPORT_LIMITS.problems),
    wrongLines,
  };
}
