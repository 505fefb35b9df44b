import {
  campaignNameOf,
  campaignSchema,
  parseMonth,
  REQUIRED_SPEND_HEADINGS,
  SPEND_HEADINGS,
  sourceSchema,
} from "#deals/campaigns/spend.ts";
import type { ImportReport } from "#platform/csv-import.ts";
import { parseCents } from "#platform/money.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import {
  type Cells,
  type ImportRequest,
  importFile,
  type ParsedLine,
  type Refuse,
} from "#platform/server/csv/csv-import.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { EventLoopYielder } from "#platform/server/event-loop-yield.ts";
import { changeSpend } from "./change-spend.ts";
import { type Amount, findAmounts, keyOf } from "./store.ts";

type Column = (typeof SPEND_HEADINGS)[number];

const LOOKUP_CHUNK_ROWS = 100;
const MONTH_RULE = "Please write a month such as 2026-11 or Nov 2026";
const AMOUNT_RULE = "Please write an amount such as 1250 or 1,250.50";

/** Replaces stored amounts with those of the file. Throws invalid_input with the report. */
export async function importSpend(database: Database, request: ImportRequest): Promise<ImportReport> {
  const { actor, now } = request;
  return importFile(request, {
    shape: { columns: SPEND_HEADINGS, required: REQUIRED_SPEND_HEADINGS, read: readAmount },
    plan: (drafts) => planImport(database.read, drafts),
    insert: (entries) => changeSpend(database, { entries, actor, now }),
  });
}

async function planImport(db: Db, drafts: readonly ParsedLine<Amount>[]) {
  const { once, problems } = withoutDuplicates(drafts);
  const yielder = new EventLoopYielder();
  const accepted: Amount[] = [];
  const skipped: ImportReport["skipped"] = [];
  for (const chunk of chunksOf(once, LOOKUP_CHUNK_ROWS)) {
    const known = await findAmounts(
      db,
      chunk.map(({ draft }) => draft),
    );
    for (const { line, draft } of chunk) {
      if (known.get(keyOf(draft))?.cents === draft.cents)
        skipped.push({ line, reason: "This amount is there already" });
      else accepted.push(draft);
    }
    if (yielder.isOver) await yielder.next();
  }
  return { accepted, skipped, problems };
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
function withoutDuplicates(drafts: readonly ParsedLine<Amount>[]) {
  const lines = new Map<string, number>();
  const problems: ImportReport["problems"] = [];
  const once = drafts.filter(({ line, draft }) => {
    const earlier = lines.get(keyOf(draft));
    lines.set(keyOf(draft), earlier ?? line);
    const reason = `The same campaign and month as line ${earlier}. Please add them up`;
    if (earlier !== undefined) problems.push({ line, column: "Month", reason });
    return earlier === undefined;
  });
  return { once, problems };
}
