import type { User } from "#accounts/users/user.ts";
import { EmailText } from "#company/shell/web/parts/contact-links.tsx";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { useDeleteUser } from "./queries.ts";

type Props = { user: User; onDeleted: () => void; onClose: () => void };

export function DeleteUserDialog({ user, onDeleted, onClose }: Props) {
  const remove = useDeleteUser();
  return (
    <ConfirmDialog
      title="Delete User"
      confirm={{ label: "Delete", busyLabel: "Deleting...", isBusy: remove.isPending }}
      error={remove.error}
      fallback="Failed to delete user"
      onConfirm={() => remove.mutate(user._id, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this user? This action cannot be undone.</p>
      <p className="mt-3 wrap-break-word font-semibold">
        <EmailText email={user.email} />
      </p>
    </ConfirmDialog>
  );
}
