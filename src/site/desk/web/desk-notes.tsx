import { useEffect, useRef } from "react";
import { describeChanges } from "#company/facts/changes.ts";
import { Note } from "#platform/web/ui/note.tsx";
import type { Conflict } from "#company/facts/draft/merge.ts";
import { type Basis, describeConflict } from "./basis.ts";

export type Outcome = "published" | "nothing" | "discarded";

type Props = {
  outcome: Outcome | undefined;
  conflicts: readonly Conflict[];
  isMerged: boolean;
  basis: Basis;
};

export function DeskNotes({ outcome, conflicts, isMerged, basis }: Props) {
  return (
    <>
      {isMerged && <MergedNote key={basis.version} conflicts={conflicts} />}
      {basis.isOutdated && (
        <Note tone="warn">
          <p>
            Another version was published after this draft was saved. Publishing the draft changes this:{" "}
            {describeChanges(basis.published.facts, basis.facts) || "nothing"}.
          </p>
        </Note>
      )}
      <div role="status" className="empty:hidden">
        {outcome === "published" && (
          <Note tone="ok">
            <p>
              Published. Your site shows it now.{" "}
              <a href="/" className="link inline-flex min-h-6 items-center font-semibold">
                See the site
              </a>
            </p>
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

/** The note takes the focus, because the pressed button did something else than its label says. */
function MergedNote({ conflicts }: { conflicts: readonly Conflict[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="alert">
      <Note tone="warn">
        <p className="font-semibold">Someone else has changed the site since you opened it.</p>
        <p>
          Their changes are in the form now, beside yours, and nothing of yours is lost. Please look through it and
          press again.
        </p>
        {conflicts.length > 0 && (
          <>
            <p className="mt-2">Both of you changed these. Yours stand in the form:</p>
            <ul className="list-disc pl-5">
              {conflicts.map((conflict) => (
                <li key={conflict.path.join(".")} className="wrap-anywhere">
                  {describeConflict(conflict)}
                </li>
              ))}
            </ul>
          </>
        )}
      </Note>
    </div>
  );
}
