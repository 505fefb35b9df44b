import { useState } from "react";
import { describeChanges } from "#company/facts/changes.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import type { Basis } from "./basis.ts";
import type { SaveState } from "./saving/use-autosave.ts";
import { hasDraft, type useDeskForm } from "./use-desk-form.ts";

type Props = {
  desk: Pick<ReturnType<typeof useDeskForm>, "ready" | "autosave" | "conflicts" | "basis" | "discard" | "discarding">;
  /** A bar that stays in view would cover the preview. */
  isSticky: boolean;
  onPreview: () => void;
};

export function SaveBar({ desk, isSticky, onPreview }: Props) {
  const { ready, autosave, conflicts, basis, discard, discarding } = desk;
  const [isAsking, setAsking] = useState(false);
  const isDraft = hasDraft(basis);
  const open = conflicts.length + autosave.mistakes.length;
  return (
    <div
      className={`foot-bar ${isSticky ? "sticky bottom-0 lg:static" : ""} z-1 flex min-h-17 items-center justify-between gap-x-2 rounded-card border border-line bg-surface px-3 py-1.5 sm:gap-x-4 sm:px-6 print:hidden`}
    >
      <p role="status" className="min-w-0 flex-1 text-small leading-tight sm:text-(length:--text-body)">
        {statusOf(autosave.state, { open, isNewOpen: autosave.mistakes.some((name) => isOfNew(name, basis)), isDraft })}
      </p>
      {(isDraft || open > 0 || autosave.state.is !== "saved") && (
        <Button variant="quiet" size="icon" aria-label="Discard" onClick={() => setAsking(true)}>
          <Icon name="icon-trash-2" className="size-5" />
        </Button>
      )}
      <Button variant="outline" className="px-3.5 sm:px-6" onClick={onPreview}>
        <Icon name="icon-eye" className="size-5 sm:hidden" />
        <span className="max-sm:sr-only">Preview</span>
      </Button>
      <Button type="submit" className="px-3 sm:px-6" busyLabel={ready.isBusy && "Saving..."}>
        Publish
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Discard the draft?"
          confirm={{ label: "Discard", isBusy: discarding.isBusy, busyLabel: "Discarding..." }}
          cancelLabel="Keep Editing"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await discard();
            setAsking(false);
          }}
        >
          <p>The form goes back to what the site shows. What you and others changed since is lost.</p>
          <Changes basis={basis} />
        </ConfirmDialog>
      )}
    </div>
  );
}

function Changes({ basis }: { basis: Basis }) {
  const changes = describeChanges(basis.published.facts, basis.facts);
  return changes && <p className="mt-3 wrap-anywhere">In the draft: {changes}.</p>;
}

/** What is added to a list stands at its end, and is saved as a whole. */
function isOfNew(name: string, { facts }: Basis): boolean {
  const [list = "", place] = name.split(".");
  const known: unknown = facts[list as keyof Basis["facts"]];
  return Array.isArray(known) && Number(place) >= known.length;
}

type Open = { open: number; isNewOpen: boolean; isDraft: boolean };

function statusOf(state: SaveState, { open, isNewOpen, isDraft }: Open): string {
  if (state.is === "lost") return "No connection. What you type is kept in this tab.";
  if (state.is === "refused") return "Not saved. What you type is kept in this tab.";
  if (state.is === "unsaved") return "Saving...";
  if (isNewOpen) return "What is new is not saved until it is complete.";
  if (open > 0) return open === 1 ? "All saved but one field." : `All saved but ${open} fields.`;
  return isDraft ? "Saved, not published yet." : "This is what the site shows.";
}
