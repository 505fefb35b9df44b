import { EventLoopYielder } from "../event-loop-yield.ts";

/** A formula can begin at the start of a cell, and where a spreadsheet that splits at semicolons or tabs may see a start. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: spreadsheets drop it as they drop spaces
const FORMULA = /[=+\-@＝＋－＠](?<=(?:^|[;\t\r\n])[\s\u0000"']*.)/g;
/** The pattern matches every apostrophe that csvCell has written, so that removing it restores the text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const NEUTRALISED = /'(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[\s\u0000"']*)/g;

export const CSV_BOM = "\uFEFF";

export function csvLine(texts: readonly string[]): string {
  return `${texts.map(csvCell).join(",")}\r\n`;
}

export function csvCell(text: string): string {
  const safe = text.replace(FORMULA, "'$&");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export type CsvRecord = { line: number; cells: string[] };

export class CsvError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const MAX_HEADING_LENGTH = 10_000;
/** Both limits are far above our own files and bound the parser's time to a few milliseconds. */
const MAX_RECORD_LENGTH = 100_000;
const MAX_CELLS = 1_000;
/** The count is bounded, because a file may contain millions of empty lines. */
const EMPTY_LINES = /(?:\r\n?|\n){1,5000}/y;
const SEPARATORS = [",", ";", "\t"];

/** Excel writes semicolons in languages with a decimal comma. */
export function separatorOf(text: string): string {
  const [heading = ""] = text
    .slice(0, MAX_HEADING_LENGTH)
    .replace(/"[^"]*"/g, "")
    .split(/[\r\n]/, 1);
  const counts = SEPARATORS.map((separator) => heading.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Reads RFC 4180 without empty lines and yields to other requests, however long the text is. Throws CsvError. */
export async function* parseCsv(text: string, separator: string): AsyncGenerator<CsvRecord> {
  const plainCell = new RegExp(`[^${separator}\\r\\n]*`, "y");
  const yielder = new EventLoopYielder();
  let at = 0;
  let line = 1;
  while (at < text.length) {
    if (yielder.isOver) await yielder.next();
    EMPTY_LINES.lastIndex = at;
    const [empty] = EMPTY_LINES.exec(text) ?? [];
    if (empty) {
      at += empty.length;
      line += countLines(empty);
      continue;
    }
    const start = at;
    const record: CsvRecord = { line, cells: [] };
    for (;;) {
      if (text[at] === '"') {
        const { cell, end } = quotedCell(text, { start: at, longestEnd: start + MAX_RECORD_LENGTH, line });
        record.cells.push(cell);
        line += countLines(text.slice(at, end));
        at = end;
      } else {
        plainCell.lastIndex = at;
        const [cell = ""] = plainCell.exec(text) ?? [];
        record.cells.push(cell);
        at += cell.length;
      }
      if (at - start > MAX_RECORD_LENGTH) throw tooLong(record.line);
      if (record.cells.length > MAX_CELLS) throw tooWide(record.line);
      if (text[at] !== separator) break;
      at++;
    }
    if (at < text.length && text[at] !== "\r" && text[at] !== "\n")
      throw new CsvError(line, "There is text after a closing quotation mark, so that the rest cannot be read");
    if (text[at] === "\r" && text[at + 1] === "\n") at++;
    at++;
    line++;
    if (record.cells.length > 1 || record.cells[0] !== "") yield record;
  }
}

export function restoreCell(cell: string): string {
  return cell.replace(NEUTRALISED, "");
}

function quotedCell(
  text: string,
  { start, longestEnd, line }: { start: number; longestEnd: number; line: number },
): { cell: string; end: number } {
  let cell = "";
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) throw new CsvError(line, "A quotation mark is never closed, so that the rest cannot be read");
    if (quote > longestEnd) throw tooLong(line);
    cell += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    from = quote + 2;
  }
}

function tooLong(line: number): CsvError {
  const limit = MAX_RECORD_LENGTH.toLocaleString("en-US");
  return new CsvError(
    line,
    `This record is longer than ${limit} characters, perhaps because a quotation mark is never closed, so that the rest cannot be read`,
  );
}

function tooWide(line: number): CsvError {
  const limit = MAX_CELLS.toLocaleString("en-US");
  return new CsvError(line, `This line has more than ${limit} cells, so that the rest cannot be read`);
}

function countLines(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
