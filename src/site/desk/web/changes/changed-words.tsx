import "./changed-words.css";
import { diffWordsWithSpace } from "diff";
import { type ReactNode, useMemo } from "react";
import type { Facts } from "#company/facts/schema.ts";
import { type WordChange, wordChanges } from "#site/desk/word-changes.ts";

type Props = { before: Facts; after: Facts; heading: "h3" | "h4" };

/** Two long texts without a word in common would take seconds. */
const MAX_MS = 200;
/** What stays the same is shown this far around a change. */
const AROUND = 80;

export default function ChangedWords({ before, after, heading: Heading }: Props) {
  const sections = useMemo(() => wordChanges(before, after), [before, after]);
  if (sections.length === 0) return <p className="mt-1">Nothing.</p>;
  return sections.map(({ title, changes }) => (
    <section key={title} aria-label={title} className="mt-3">
      <Heading className="font-semibold text-label">{title}</Heading>
      <dl className="changed-words">
        {changes.map((change) => (
          <div key={change.label}>
            <dt className="text-muted">{change.label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">
              <Words {...change} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

function Words({ before, after }: WordChange) {
  const parts = useMemo(() => partsOf(before, after), [before, after]);
  return parts.map(({ value, added, removed }, index) => {
    // Parts have no other name than their place.
    const key = `${index} ${value.length}`;
    if (added) return <Marked key={key} as="ins" word="added" text={value} />;
    if (removed) return <Marked key={key} as="del" word="removed" text={value} />;
    return <span key={key}>{shortened(value, index === 0, index === parts.length - 1)}</span>;
  });
}

type Part = { value: string; added?: boolean; removed?: boolean };

function partsOf(before: string, after: string): Part[] {
  const whole = [
    { value: before, removed: true },
    { value: after, added: true },
  ].filter(({ value }) => value !== "");
  return before && after ? (diffWordsWithSpace(before, after, { timeout: MAX_MS }) ?? whole) : whole;
}

function shortened(text: string, isFirst: boolean, isLast: boolean): ReactNode {
  if (text.length <= 3 * AROUND) return text;
  return `${isFirst ? "" : text.slice(0, AROUND)} … ${isLast ? "" : text.slice(-AROUND)}`;
}

function Marked({ as: Tag, word, text }: { as: "ins" | "del"; word: string; text: string }) {
  return (
    <Tag>
      <span className="sr-only"> [{word}: </span>
      {text}
      <span className="sr-only">] </span>
    </Tag>
  );
}
