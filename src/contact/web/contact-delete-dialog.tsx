import type { AdminContact } from "#contact/admin.ts";
import { SUBJECTS } from "#contact/contact.ts";
import { errorText } from "#platform/web/api.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Dialog } from "#platform/web/ui/dialog.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { useDeleteContact } from "./admin-queries.ts";

type Props = { contact: AdminContact; onClose: () => void; onDeleted: () => void };

export function ContactDeleteDialog({ contact, onClose, onDeleted }: Props) {
  const remove = useDeleteContact();
  return (
    <Dialog
      title="Are you sure?"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" data-autofocus="" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busyLabel={remove.isPending && "Deleting..."}
            onClick={() => remove.mutate(contact._id, { onSuccess: onDeleted })}
          >
            Delete
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <p>This action cannot be undone. This will permanently delete the contact submission.</p>
        <p className="break-anywhere font-semibold">
          {contact.name}: {SUBJECTS[contact.subject]}
        </p>
        {remove.error && (
          <Note tone="danger">
            <p role="alert">{errorText(remove.error, "Failed to delete contact")}</p>
          </Note>
        )}
      </div>
    </Dialog>
  );
}
