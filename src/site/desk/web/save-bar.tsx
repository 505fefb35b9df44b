import { useState } from "react";
import { useWatch } from "react-hook-form";
import { describeChanges } from "#company/facts/changes.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { type Basis, isUnchanged } from "./basis.ts";
import type { DeskInput } from "./desk-input.ts";
import type { useDeskForm } from "./use-desk-form.ts";

type Props = { desk: Pick<ReturnType<typeof useDeskForm>, "form" | "save" | "basis" | "discard"> };

export function SaveBar({ desk: { form, save, basis, discard } }: Props) {
  const [isAsking, setAsking] = useState(false);
  const input = useWatch({ control: form.control }) as DeskInput;
  const isUnsaved = !isUnchanged(input, basis);
  const isDraft = describeChanges(basis.published.facts, basis.facts) !== "";
  return (
    <div className="site-save sticky bottom-0 low:static z-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 sm:px-6 print:hidden">
      <div className="flex min-h-11 flex-wrap items-center gap-x-2">
        <p role="status">{statusOf({ isUnsaved, isDraft })}</p>
        {(isUnsaved || isDraft) && (
          <Button variant="link" className="min-h-11" onClick={() => setAsking(true)}>
            Discard
          </Button>
        )}
      </div>
      <div className="flex flex-wrap gap-2 sm:gap-3">
        <Button
          type="submit"
          variant="outline"
          className="px-3.5 sm:px-6"
          value="save"
          busyLabel={save.isBusy && "Saving..."}
        >
          Save Draft
        </Button>
        <Button type="submit" variant="outline" className="px-3.5 sm:px-6" value="preview" disabled={save.isBusy}>
          Preview
        </Button>
        <Button type="submit" className="px-3.5 sm:px-6" value="publish" disabled={save.isBusy}>
          Publish
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Discard the draft?"
          confirm={{ label: "Discard" }}
          cancelLabel="Keep Editing"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void discard();
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

function statusOf({ isUnsaved, isDraft }: { isUnsaved: boolean; isDraft: boolean }): string {
  if (isUnsaved) return "Not saved yet.";
  return isDraft ? "Saved, not published yet." : "This is what the site shows.";
}
