import { FACT_LIMITS } from "#company/facts/limits.ts";
import { WORD_PLACEHOLDERS } from "#company/facts/placeholders.ts";
import { WORDS_NAMES, type WordSection, type WordsName, wordSection } from "#company/facts/words.ts";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { useDesk } from "../desk-context.ts";
import type { ListPath } from "../desk-input.ts";
import { ClaimFields } from "../fields/claim-fields.tsx";
import { FieldGroup } from "../fields/fields.tsx";
import { ItemList } from "../fields/item-list.tsx";

export const HomeSection = () => <WordsSections desk="home" />;
export const TextsSection = () => <WordsSections desk="texts" />;
export const MailsSection = () => <WordsSections desk="mails" />;

function WordsSections({ desk }: Pick<WordSection, "desk">) {
  return (
    <>
      <p className="text-muted">
        Words in braces stand for your own facts: {WORD_PLACEHOLDERS.map((name) => `{${name}}`).join(", ")}. A sentence
        is left out while a fact that it names is hidden. What is left empty is not shown.
      </p>
      {WORDS_NAMES.filter((name) => wordSection(name).desk === desk).map((name) => (
        <WordsGroup key={name} name={name} />
      ))}
    </>
  );
}

function WordsGroup({ name }: { name: WordsName }) {
  const { title, fields, items, canHide = false } = wordSection(name);
  const path = `words.${name}`;
  return (
    <FieldGroup title={title}>
      {Object.entries(fields).map(([key, field]) => (
        <Words key={key} path={`${path}.${key}`} {...field} />
      ))}
      {items && (
        <ItemList
          name={`${path}.items` as ListPath}
          one={items.one}
          add={`Add a ${items.one.replace(/^./, (first) => first.toUpperCase())}`}
          blank={Object.fromEntries(Object.keys(items.fields).map((key) => [key, ""]))}
          first="title"
          max={items.most}
        >
          {(index) =>
            Object.entries(items.fields).map(([key, field]) => (
              <Words key={key} path={`${path}.items.${index}.${key}`} {...field} />
            ))
          }
        </ItemList>
      )}
      <ClaimFields path={`claims.${name}`} about={[path]} what="these words" canHide={canHide} />
    </FieldGroup>
  );
}

function Words({ path, label, isLong }: { path: string; label: string; isLong?: boolean }) {
  const { field } = useDesk();
  // The paths come from the table, whose types are those of the facts.
  const wiring = field(path as "words.hero.title");
  return isLong ? (
    <LongTextField {...wiring} label={label} rows={2} maxLength={FACT_LIMITS.text} />
  ) : (
    <TextField {...wiring} label={label} maxLength={FACT_LIMITS.source} />
  );
}
