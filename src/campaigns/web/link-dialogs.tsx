import type { Link } from "#campaigns/links.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { ConfirmDialog } from "#platform/web/ui/confirm-dialog.tsx";
import { Dialog } from "#platform/web/ui/dialog.tsx";
import { HistoryList } from "#platform/web/ui/history-list.tsx";
import { timeZone } from "#site";
import { useDeleteLink, useLinkHistory } from "./queries.ts";

type Props = { link: Link; onClose: () => void };

export function DeleteLinkDialog({ link: { name }, onClose }: Props) {
  const remove = useDeleteLink();
  return (
    <ConfirmDialog
      title="Delete Short Link"
      confirm={{ label: "Delete", busyLabel: "Deleting...", isBusy: remove.isPending }}
      error={remove.error}
      fallback="Failed to delete the link"
      onConfirm={() => remove.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Whoever types <strong className="break-anywhere">{name}</strong> off a postcard finds nothing any more, and its
        visits leave the report. To keep both, edit it and retire it instead. This action cannot be undone.
      </p>
    </ConfirmDialog>
  );
}

export function LinkHistoryDialog({ link: { name }, onClose }: Props) {
  const { data: history, isError } = useLinkHistory(name);
  return (
    <Dialog
      title={`History of ${name}`}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      {isError ? <p>Failed to load the history</p> : <HistoryList history={history} timeZone={timeZone} />}
    </Dialog>
  );
}
