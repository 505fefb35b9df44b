/** What a spreadsheet would run as a formula when it stands first in a cell; NUL and line ends are what hides one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const FORMULA = /^[=+\-@\t\r\n\u0000]/;

export const CSV_BOM = "\uFEFF";

/** One record after RFC 4180, its line end included. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
