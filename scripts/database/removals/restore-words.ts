import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { JOURNAL_NAME } from "#removals/removal.ts";

/** Undefined: it is said that there is none. */
export type NamedJournal = { file: string; isNamed: boolean } | undefined;

const USAGE = "npm run restore -- FILE [--journal FILE | --without-journal]";

/** Ends with the usage where the words are others. The journal is beside the backup unless another is named. */
export function readRestoreWords(): { file: string; journal: NamedJournal } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { journal: { type: "string" }, "without-journal": { type: "boolean" } },
    });
    const [word, ...more] = positionals;
    const isWithout = values["without-journal"] === true;
    if (word !== undefined && more.length === 0 && !(isWithout && values.journal !== undefined)) {
      const file = resolve(word);
      if (isWithout) return { file, journal: undefined };
      if (values.journal !== undefined) return { file, journal: { file: resolve(values.journal), isNamed: true } };
      return { file, journal: { file: join(dirname(file), JOURNAL_NAME), isNamed: false } };
    }
  } catch {
    // An option that the command does not know.
  }
  console.error(`Usage: ${USAGE}`);
  process.exit(1);
}
