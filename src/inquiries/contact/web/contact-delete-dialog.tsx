import type { AdminContactMessage } from "#inquiries/contact/admin.ts";
import { SUBJECTS } from "#inquiries/contact/choices.ts";
import type { DialogProps } from "#inquiries/kinds/web/shown-kind.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { useDeleteContact } from "./contact-kind.tsx";

export function ContactDeleteDialog({ inquiry: contact, onClose, onDeleted }: DialogProps<AdminContactMessage>) {
  const remove = useDeleteContact();
  return (
    <ConfirmDialog
      title="Are you sure?"
      confirm={{ label: "Delete", busyLabel: "Deleting...", isBusy: remove.isPending }}
      error={remove.error}
      fallback="Failed to delete contact"
      onConfirm={() =>
        remove.mutate(contact._id, {
          onSuccess: () => {
            onDeleted(contact);
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p>This action cannot be undone. This will permanently delete the contact submission.</p>
      <p className="wrap-anywhere mt-3 font-semibold">
        {contact.name}: {SUBJECTS[contact.subject]}
      </p>
    </ConfirmDialog>
  );
}
