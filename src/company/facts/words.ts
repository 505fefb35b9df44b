// What the company says of itself on public pages, in mail to visitors and on offers. Each section is confirmed by itself.
import * as z from "zod/mini";
import { lineSchema } from "#platform/text.ts";
import { FACT_LIMITS } from "./limits.ts";
import { WORD_PLACEHOLDERS } from "./placeholders.ts";
import { WORDS, type WordSection } from "./words/sections.ts";
import { withPlaceholders } from "./words/with-placeholders.ts";

export type WordsName = keyof typeof WORDS;
export const WORDS_NAMES = Object.keys(WORDS) as WordsName[];

type TextsOf<Section> = { [Key in keyof Section]: string };
type WordsOf<Section extends WordSection> = TextsOf<Section["fields"]> &
  (Section extends { items: { fields: infer Fields } } ? { items: TextsOf<Fields>[] } : unknown);

export type Words = { [Name in WordsName]: WordsOf<(typeof WORDS)[Name]> };

export function wordSection(name: WordsName): WordSection {
  return WORDS[name];
}

/** Words that a stored version does not have are `known`. */
export function completeWords(known: Words, found: Partial<Words> | undefined): Words {
  return mapped(known as Record<WordsName, object>, (section, name) => ({ ...section, ...found?.[name] })) as Words;
}

export function hasAllWords(found: Partial<Words> | undefined): boolean {
  return WORDS_NAMES.every((name) => {
    const { fields, items } = wordSection(name);
    return [...Object.keys(fields), ...(items ? ["items"] : [])].every((key) => key in (found?.[name] ?? {}));
  });
}

const short = withPlaceholders(lineSchema(FACT_LIMITS.source), WORD_PLACEHOLDERS);
const title = withPlaceholders(lineSchema(FACT_LIMITS.source, "Please enter a title"), WORD_PLACEHOLDERS);
const long = withPlaceholders(lineSchema(FACT_LIMITS.text), WORD_PLACEHOLDERS);

const schemaOf = (fields: Readonly<Record<string, { isLong?: boolean }>>) =>
  mapped(fields, ({ isLong }, name) => (isLong ? long : /title$/i.test(name) ? title : short));

export const wordsSchema = z.object(
  mapSections(({ fields, items }) =>
    z.object({
      ...schemaOf(fields),
      ...(items && {
        items: z
          .array(z.object(schemaOf(items.fields)))
          .check(
            z.minLength(1, `Please keep one ${items.one}, or hide the section`),
            z.maxLength(items.most, `At most ${items.most} fit here`),
          ),
      }),
    }),
  ),
) as unknown as z.ZodMiniType<Words, Words>;

function mapSections<Result>(change: (section: WordSection) => Result): Record<WordsName, Result> {
  return mapped(WORDS as Record<WordsName, WordSection>, change);
}

function mapped<Name extends string, Value, Result>(
  group: Readonly<Record<Name, Value>>,
  change: (value: Value, name: Name) => Result,
): Record<Name, Result> {
  return Object.fromEntries(
    (Object.entries(group) as [Name, Value][]).map(([name, value]) => [name, change(value, name)]),
  ) as Record<Name, Result>;
}
