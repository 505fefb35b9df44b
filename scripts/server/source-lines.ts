// Node's --enable-source-maps reads every map at each start, and its first error blocks the process and keeps 28 MB.
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

/** Line and column count from 0, as maps do. */
type Position = { text: string; file: string; line: number; column: number };

const FOLDER = new URL(".", import.meta.url).href;
const POSITION = new RegExp(`(${RegExp.escape(FOLDER)}[\\w./-]+\\.js):(\\d+):(\\d+)`);
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
      const map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), "utf8")));
      for (const { text, line, column } of wanted) {
        const entry = map.findEntry(line, column);
        // Packages are not mapped: the entry would be of a line before them.
        if ("originalSource" in entry && entry.generatedLine === line)
          known.set(
            text,
            `${new URL(entry.originalSource, file)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`,
          );
      }
    } catch {
      // Without its map the position in the bundle is shown.
    }
  }
}
