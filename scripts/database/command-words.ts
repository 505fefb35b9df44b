import { parseArgs } from "node:util";

export function readWords(count: number, usage: string): string[] {
  try {
    const { positionals } = parseArgs({ allowPositionals: true });
    if (positionals.length === count) return positionals;
  } catch {
    // The command knows no options.
  }
  console.error(`Usage: ${usage}`);
  process.exit(1);
}
