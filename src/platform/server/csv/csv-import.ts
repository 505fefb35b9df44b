import { IMPORT_LIMITS, type ImportProblem, type ImportReport } from "#platform/csv-import.ts";
import { AppError } from "#platform/errors.ts";
import { chunksOf } from "../chunks.ts";
import { EventLoopYielder } from "../event-loop-yield.ts";
import { CsvError, parseCsv, restoreCell, separatorOf } from "./csv.ts";

export type ImportRequest = {
  file: Uint8Array;
  isCheck: boolean;
  actor: string;
  now: Date;
};

export type Cells<Column extends string> = (column: Column) => string;

export type Refuse<Column extends string> = (column: Column, reason: string) => void;

type Shape<Column extends string, Parsed> = {
  columns: readonly Column[];
  required: readonly Column[];
  read: (cell: Cells<Column>, refuse: Refuse<Column>) => Parsed | undefined;
};

export type ParsedLine<Parsed> = { line: number; draft: Parsed };

type FileRead<Parsed> = {
  rows: number;
  wrongLines: number;
  drafts: ParsedLine<Parsed>[];
  problems: ImportProblem[];
  unknownColumns: string[];
};

const NOT_UTF8 = "The file is not in UTF-8. In Excel choose “CSV UTF-8” when you save it.";

/** Collects every wrong line and yields to other requests. Throws invalid_input, too_large. */
async function readImport<Column extends string, Parsed>(
  bytes: Uint8Array,
  shape: Shape<Column, Parsed>,
): Promise<FileRead<Parsed>> {
  const text = decode(bytes);
  const file: FileRead<Parsed> = { rows: 0, wrongLines: 0, drafts: [], problems: [], unknownColumns: [] };
  let positions: Map<Column, number> | undefined;
  try {
    for await (const { line, cells } of parseCsv(text, separatorOf(text))) {
      if (!positions) {
        positions = readHeading(cells, shape, file);
        continue;
      }
      file.rows++;
      if (file.rows > IMPORT_LIMITS.rows) throw new AppError("too_large", tooManyRows());
      readLine({ line, cells, positions }, shape, file);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (!positions) throw new AppError("invalid_input", `Line ${error.line} of the file: ${error.message}.`);
    file.wrongLines++;
    file.problems.push({ line: error.line, column: null, reason: error.message });
  }
  if (!positions) throw new AppError("invalid_input", "The file is empty.");
  return file;
}

type Plan<Item> = Pick<ImportReport, "skipped"> & { accepted: readonly Item[]; problems?: readonly ImportProblem[] };

export type FileOf<Column extends string, Parsed, Item> = {
  shape: Shape<Column, Parsed>;
  plan: (drafts: readonly ParsedLine<Parsed>[]) => Promise<Plan<Item>>;
  /** Run in a transaction of its own; returns how many it has made. */
  insert: (chunk: readonly Item[]) => Promise<number>;
};

/** Rows per transaction. On SQLite its statements block all others, for about a millisecond per row. */
const INSERT_CHUNK_ROWS = 5;

/** Creates nothing if any line is wrong. A failed import can be repeated. Throws invalid_input with the report, too_large. */
export async function importFile<Column extends string, Parsed, Item>(
  { file, isCheck }: Pick<ImportRequest, "file" | "isCheck">,
  { shape, plan, insert }: FileOf<Column, Parsed, Item>,
): Promise<ImportReport> {
  const { drafts, ...read } = await readImport(file, shape);
  const { accepted, skipped, problems = [] } = await plan(drafts);
  const report: ImportReport = {
    ...read,
    made: accepted.length,
    skipped,
    wrongLines: read.wrongLines + problems.length,
    problems: [...read.problems, ...problems].sort((a, b) => a.line - b.line).slice(0, IMPORT_LIMITS.problems),
  };
  if (isCheck) return report;
  requireNoProblems(report);
  const yielder = new EventLoopYielder();
  let made = 0;
  for (const chunk of chunksOf(accepted, INSERT_CHUNK_ROWS)) {
    made += await insert(chunk);
    await yielder.next();
  }
  return { ...report, made };
}

/** Throws invalid_input with the report if it has problems. */
function requireNoProblems(report: ImportReport): ImportReport {
  if (report.problems.length === 0) return report;
  throw new AppError("invalid_input", "Nothing was imported: some lines of the file are wrong.", { body: { report } });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("invalid_input", NOT_UTF8);
  }
}

function readHeading<Column extends string, Parsed>(
  cells: readonly string[],
  { columns, required }: Shape<Column, Parsed>,
  file: FileRead<Parsed>,
): Map<Column, number> {
  const known = new Map(columns.map((column) => [column.toLowerCase(), column]));
  const positions = new Map<Column, number>();
  const repeated = new Set<Column>();
  for (const [position, cell] of cells.entries()) {
    const heading = cell.trim();
    const column = known.get(heading.toLowerCase());
    if (!column) {
      if (heading !== "") file.unknownColumns.push(heading);
    } else if (positions.has(column)) repeated.add(column);
    else positions.set(column, position);
  }
  const missing = required.filter((column) => !positions.has(column));
  const faults = [
    missing.length > 0 && `The file lacks ${columnsText(missing)}.`,
    repeated.size > 0 && `${missing.length > 0 ? "It" : "The file"} has ${columnsText([...repeated])} twice.`,
  ].filter((fault) => fault !== false);
  if (faults.length > 0)
    throw new AppError("invalid_input", `${faults.join(" ")} The first line of a file must name its columns.`);
  return positions;
}

function columnsText(columns: readonly string[]): string {
  return `the ${columns.length === 1 ? "column" : "columns"} ${columns.join(", ")}`;
}

function readLine<Column extends string, Parsed>(
  { line, cells, positions }: { line: number; cells: readonly string[]; positions: Map<Column, number> },
  { read }: Shape<Column, Parsed>,
  file: FileRead<Parsed>,
): void {
  const refused = new Map<Column, string>();
  const cell = (column: Column) => restoreCell(cells[positions.get(column) ?? -1] ?? "").trim();
  const draft = read(cell, (column, reason) => {
    if (!refused.has(column)) refused.set(column, reason);
  });
  if (refused.size > 0) file.wrongLines++;
  const remaining = IMPORT_LIMITS.problems - file.problems.length;
  for (const [column, reason] of [...refused].slice(0, remaining)) file.problems.push({ line, column, reason });
  if (draft !== undefined && refused.size === 0) file.drafts.push({ line, draft });
}

function tooManyRows(): string {
  return `A file may hold ${IMPORT_LIMITS.rows.toLocaleString("en-US")} records at most. Please split it.`;
}
