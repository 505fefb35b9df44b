import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NOT_RUN, type NotRun, RUN } from "./plan.ts";

export type Block = { document: string; heading: string; line: number; text: string };

const root = join(import.meta.dirname, "../../..");
/** A value with spaces and without quotes would be a command. */
const SETTING = /^[A-Z_]+=(?:'[^']*'|\S*)$/;

/** In the order of the documents. */
export function readBlocks(): Block[] {
  return Object.keys(RUN).flatMap(blocksOf);
}

export function blocksOf(document: string): Block[] {
  const blocks: Block[] = [];
  let heading = "";
  let open: Block | undefined;
  for (const [index, line] of readFileSync(join(root, document), "utf8").split("\n").entries()) {
    if (open && line === "```") {
      blocks.push(open);
      open = undefined;
    } else if (open) open.text += `${line}\n`;
    else if (/^```\w/.test(line)) open = { document, heading, line: index + 1, text: "" };
    else heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading;
  }
  return blocks;
}

export function notRun(block: Block): NotRun | undefined {
  return NOT_RUN.find(({ document, begins }) => document === block.document && block.text.startsWith(begins));
}

export function isRun(block: Block): boolean {
  return !notRun(block) && (RUN[block.document]?.includes(block.heading) ?? false);
}

/** Lines for a file of settings, not commands. */
export function isSettings({ text }: Block): boolean {
  return text
    .trimEnd()
    .split("\n")
    .every((line) => SETTING.test(line));
}

export function nameOf({ document, line, text }: Block): string {
  return `${document}:${line} “${text.split("\n")[0]}”`;
}
