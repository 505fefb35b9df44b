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

const LONGEST_HEADING = 10_000;
const SEPARATORS = [",", ";", "\t"];

/** What stands between the cells: Excel writes semicolons where its language has a decimal comma. */
export function separatorOf(text: string): string {
  const [heading = ""] = text
    .slice(0, LONGEST_HEADING)
    .replace(/"[^"]*"/g, "")
    .split(/[\r\n]/, 1);
  const counts = SEPARATORS.map((separator) => heading.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Records after RFC 4180, empty lines left out. Throws CsvError. */
export function* parseCsv(text: string, separator: string): Generator<CsvRecord> {
  const plainCell = new RegExp(`[^${separator}\\r\\n]*`, "y");
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const record: CsvRecord = { line, cells: [] };
    for (;;) {
      if (text[at] === '"') {
        const { cell, end } = quotedCell(text, at, line);
        record.cells.push(cell);
        line += countLines(text.slice(at, end));
        at = end;
      } else {
        plainCell.lastIndex = at;
        const [cell = ""] = plainCell.exec(text) ?? [];
        record.cells.push(cell);
        at += cell.length;
      }
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

function quotedCell(text: string, start: number, line: number): { cell: string; end: number } {
  let cell = "";
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) throw new CsvError(line, "A quotation mark is never closed, so that the rest cannot be read");
    cell += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    from = quote + 2;
  }
}

function countLines(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
