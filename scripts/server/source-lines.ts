// In the bundle of the server, stack traces name the lines of the sources. Node's own --enable-source-maps reads every map at each
// start, and its first error blocks the process and keeps 28 MB. This reads the map of a file when an error has passed through the
// file, and keeps only the places that it found.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

type SourceMap = { sources: readonly string[]; mappings: string };
/** Line and column count from 0, as maps do. */
type Position = { text: string; file: string; line: number; column: number };

const FOLDER = new URL(".", import.meta.url).href;
const POSITION = new RegExp(`(${RegExp.escape(FOLDER)}[\\w./-]+\\.js):(\\d+):(\\d+)`);
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const DIGITS = Array.from({ length: 128 }, (_, code) => BASE64.indexOf(String.fromCharCode(code)));
/** By position in the bundle: as many as there are places in the code where errors pass. */
const known = new Map<string, string>();

Error.prepareStackTrace = (error, frames) => {
  const lines = frames.map(String);
  learn(lines.flatMap(positionIn));
  const places = lines.map((line) => line.replace(POSITION, (text) => known.get(text) ?? text));
  return [headingOf(error), ...places].join("\n    at ");
};

function headingOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return "Error";
  }
}

function positionIn(frame: string): Position[] {
  const [text, file = "", line, column] = POSITION.exec(frame) ?? [];
  return text === undefined ? [] : [{ text, file, line: Number(line) - 1, column: Number(column) - 1 }];
}

function learn(positions: readonly Position[]): void {
  const fresh = positions.filter(({ text }) => !known.has(text));
  for (const [file, wanted] of Map.groupBy(fresh, (position) => position.file)) {
    for (const { text } of wanted) known.set(text, text);
    try {
      locate(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), "utf8")), wanted);
    } catch {
      // Without its map the position in the bundle has to do.
    }
  }
}

/** A map lists segments of the code. Each number is the difference to the same field of the segment before, in base 64. */
function locate({ mappings, sources }: SourceMap, wanted: readonly Position[]): void {
  const byLine = Map.groupBy(wanted, (position) => position.line);
  let [line, field, value, shift] = [0, 0, 0, 0];
  /** Column in the bundle; source, line and column there; name. */
  const segment = [0, 0, 0, 0, 0] as const satisfies number[] as [number, number, number, number, number];
  for (let at = 0; at <= mappings.length; at += 1) {
    const digit = DIGITS[mappings.charCodeAt(at)] ?? -1;
    if (digit !== -1) {
      value += (digit & 31) << shift;
      shift += 5;
      if (digit & 32) continue;
      segment[field] = (segment[field] ?? 0) + (value & 1 ? -(value >> 1) : value >> 1);
      [field, value, shift] = [field + 1, 0, 0];
      continue;
    }
    const [column, source, sourceLine, sourceColumn] = segment;
    for (const { text, file, ...position } of (field > 1 && byLine.get(line)) || [])
      if (column <= position.column)
        known.set(text, `${new URL(sources[source] ?? "", file)}:${sourceLine + 1}:${sourceColumn + 1}`);
    field = 0;
    if (mappings[at] !== ";") continue;
    line += 1;
    segment[0] = 0;
  }
}
