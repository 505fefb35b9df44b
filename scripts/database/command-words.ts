import { parseArgs } from "node:util";

/** The words after `npm run … --`. Ends with the usage where there are more or fewer of them, or an option. */
export function readWords(count: number, usage: string): string[] {
  try {
    const { positionals } = parseArgs({ allowPositionals: true });
    if (positionals.length === count) return positionals;
  } catch {
    // An option: the command knows none.
  }
  console.error(`Usage: ${usage}`);
  process.exit(1);
}
