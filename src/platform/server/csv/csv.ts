import { EventLoopYielder } from "../event-loop-yield.ts";

/**
 * What a spreadsheet would run as a formula when it stands first in a cell; NUL and line ends are what hides one. Behind an
 * apostrophe of its own it gets another, so that taking one away always gives the text back.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const FORMULA = /^'*[=+\-@\t\r\n\u0000]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, made harmless
const NEUTRALISED = /^'+[=+\-@\t\r\n\u0000]/;

export const CSV_BOM = "\uFEFF";

/** What has to be changed in a cell, or put in quotes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const SPECIAL = /[",\r\n]|^'*[=+\-@\t\u0000]/;

/** One record after RFC 4180, its line end included. */
export function csvLine(texts: readonly string[]): string {
  return `${texts.map(csvCell).join(",")}\r\n`;
}

/** A text as it stands between two commas. */
export function csvCell(text: string): string {
  if (!SPECIAL.test(text)) return text;
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A record, and the line of the file it begins on. */
export type CsvRecord = { line: number; cells: string[] };

/** What cannot be read any further. The message is for the person whose file it is. */
export class CsvError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const MAX_HEADING_LENGTH = 10_000;
/** Of what one record may be, in characters and cells: far above any of ours, and read in a few milliseconds. */
const MAX_RECORD_LENGTH = 100_000;
const MAX_CELLS = 1_000;
/** Only so many at once: a file may hold millions. */
const EMPTY_LINES = /(?:\r\n?|\n){1,5000}/y;
const SEPARATORS = [",", ";", "\t"];

/** What stands between the cells: Excel writes semicolons where its language has a decimal comma. */
export function separatorOf(text: string): string {
  const [heading = ""] = text
    .slice(0, MAX_HEADING_LENGTH)
    .replace(/"[^"]*"/g, "")
    .split(/[\r\n]/, 1);
  const counts = SEPARATORS.map((separator) => heading.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Records after RFC 4180, empty lines left out. Others have their turn however long the text is. Throws CsvError. */
export async function* parseCsv(text: string, separator: string): AsyncGenerator<CsvRecord> {
  const plainCell = new RegExp(`[^${separator}\\r\\n]*`, "y");
  const turns = new EventLoopYielder();
  let at = 0;
  let line = 1;
  while (at < text.length) {
    if (turns.isOver) await turns.next();
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

/** The text as it was before csvLine made it harmless. */
export function restoreCell(cell: string): string {
  return NEUTRALISED.test(cell) ? cell.slice(1) : cell;
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
