import type { Link } from "#campaigns/links.ts";
import { errorText } from "#platform/web/api.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Dialog } from "#platform/web/ui/dialog.tsx";
import { FormRefusal } from "#platform/web/ui/form-refusal.tsx";
import { HistoryList } from "#platform/web/ui/history-list.tsx";
import { timeZone } from "#site";
import { useDeleteLink, useLinkHistory } from "./queries.ts";

type Props = { link: Link; onClose: () => void };

export function DeleteLinkDialog({ link: { name }, onClose }: Props) {
  const remove = useDeleteLink();
  return (
    <Dialog
      title="Delete Short Link"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" data-autofocus="" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busyLabel={remove.isPending && "Deleting..."}
            onClick={() => remove.mutate(name, { onSuccess: onClose })}
          >
            Delete
          </Button>
        </>
      }
    >
      {remove.error && <FormRefusal>{errorText(remove.error, "Failed to delete the link")}</FormRefusal>}
      <p>
        Whoever types <strong className="break-anywhere">{name}</strong> off a postcard finds nothing any more, and its
        visits leave the report. To keep both, edit it and retire it instead. This action cannot be undone.
      </p>
    </Dialog>
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
