import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { Editor } from "#company/facts/admin.ts";
import { describeChanges } from "#company/facts/changes.ts";
import { labelOf } from "#company/facts/form/labels.ts";
import type { Facts } from "#company/facts/schema.ts";
import { partOf } from "#platform/merging/field-changes.ts";
import type { Conflict } from "#platform/merging/merge.ts";
import { useNow } from "#platform/web/hooks/use-now.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { type Basis, overlaps } from "./basis.ts";
import type { DeskInput } from "./desk-input.ts";

export type Outcome = "published" | "first" | "nothing" | "discarded";

type Props = {
  outcome: Outcome | undefined;
  conflicts: readonly Conflict[];
  input: DeskInput;
  basis: Basis;
  email: string;
  /** Grows when a person wants to go on before they have chosen. */
  asked: number;
  onChoose: (conflict: Conflict, isTheirs: boolean) => void;
};

export function DeskNotes({ outcome, conflicts, input, basis, email, asked, onChoose }: Props) {
  const others = basis.editors.filter(({ by, fields }) => by !== email && fields.length > 0);
  return (
    <>
      <Others editors={others} facts={basis.facts} />
      {conflicts.length > 0 && (
        <Conflicts conflicts={conflicts} input={input} editors={others} asked={asked} onChoose={onChoose} />
      )}
      {basis.isOutdated && (
        <Note tone="warn">
          <p>
            Another version was published after this draft was begun. Publishing the draft changes this:{" "}
            {describeChanges(basis.published.facts, basis.facts) || "nothing"}.
          </p>
        </Note>
      )}
      <div role="status" className="empty:hidden">
        {(outcome === "published" || outcome === "first") && (
          <Note tone="ok">
            <p>
              Published. Your site shows it now.{" "}
              <a href="/" className="link inline-flex min-h-6 items-center font-semibold">
                See the site
              </a>
            </p>
            {outcome === "first" && <WhatIsNext />}
          </Note>
        )}
        {outcome === "nothing" && (
          <Note>
            <p>There is nothing new to publish: the site shows all of this already.</p>
          </Note>
        )}
        {outcome === "discarded" && (
          <Note>
            <p>The draft is gone. These are the facts that the site shows.</p>
          </Note>
        )}
      </div>
    </>
  );
}

function WhatIsNext() {
  return (
    <>
      <p className="mt-2 font-semibold">What is next:</p>
      <ul className="list-disc pl-5">
        <li>
          <Link to="/admin/availability" className="link inline-flex min-h-6 items-center">
            Set the hours in which people can book
          </Link>
        </li>
        <li>
          <Link to="/admin/mail" className="link inline-flex min-h-6 items-center">
            See that e-mail goes out
          </Link>
        </li>
        <li>
          <a href="/book-meeting" className="link inline-flex min-h-6 items-center">
            Book a test meeting
          </a>{" "}
          as a visitor would, and delete it afterwards
        </li>
      </ul>
    </>
  );
}

const MAX_NAMED = 4;
const RECENT_MS = 10 * 60_000;

function Others({ editors, facts }: { editors: readonly Editor[]; facts: Facts }) {
  const now = useNow();
  const recent = editors.filter(({ at }) => now.getTime() - Date.parse(at) < RECENT_MS);
  if (recent.length === 0) return null;
  return (
    <ul className="grid gap-1 text-muted">
      {recent.map(({ by, at, fields }) => (
        <li key={by} className="flex items-start gap-2">
          <Icon name="icon-pencil" className="mt-1" />
          <span className="wrap-anywhere min-w-0">
            {by} edits{" "}
            {fields
              .slice(-MAX_NAMED)
              .map((field) => labelOf(field, facts))
              .join("; ")}{" "}
            ({agoOf(at, now)})
          </span>
        </li>
      ))}
    </ul>
  );
}

function agoOf(at: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(at)) / 60_000);
  return minutes < 1 ? "just now" : `${minutes} min ago`;
}

type ConflictsProps = Pick<Props, "conflicts" | "input" | "asked" | "onChoose"> & { editors: readonly Editor[] };

/** Both texts are here until a person chooses; the draft has the other one. */
function Conflicts({ conflicts, input, editors, asked, onChoose }: ConflictsProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked > 0) box.current?.focus();
  }, [asked]);
  return (
    <div ref={box} tabIndex={-1} role="alert">
      <Note tone="warn">
        <p className="font-semibold">The same was changed in two places. Which one stays?</p>
        <ul className="mt-2 grid gap-4">
          {conflicts.map((conflict) => (
            <li key={conflict.path.join(".")} className="grid gap-1">
              <span className="wrap-anywhere font-semibold">{labelOf(conflict.path, input)}</span>
              <Side who={whoOf(conflict, editors)} text={textOf(conflict.theirs)} />
              <Side who="You" text={textOf(partOf(input, conflict.path))} />
              <span className="flex flex-wrap gap-2">
                <Button
                  variant="outline"
                  size="compact"
                  className="min-h-11"
                  aria-label={`Keep mine: ${labelOf(conflict.path, input)}`}
                  onClick={() => onChoose(conflict, false)}
                >
                  Keep Mine
                </Button>
                <Button
                  variant="outline"
                  size="compact"
                  className="min-h-11"
                  aria-label={`Take theirs: ${labelOf(conflict.path, input)}`}
                  onClick={() => onChoose(conflict, true)}
                >
                  Take Theirs
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
}

function Side({ who, text }: { who: string; text: string }) {
  return (
    <span className="wrap-anywhere max-h-48 overflow-y-auto whitespace-pre-line">
      {who}: {text || "nothing"}
    </span>
  );
}

function whoOf({ path }: Conflict, editors: readonly Editor[]): string {
  return editors.findLast(({ fields }) => fields.some((field) => overlaps(path, field)))?.by ?? "They";
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join("; ");
  if (typeof value === "object" && value !== null) return Object.values(value).map(textOf).filter(Boolean).join(", ");
  return String(value ?? "");
}
