import { useState } from "react";
import { errorText } from "#platform/web/api.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Dialog } from "#platform/web/ui/dialog.tsx";
import { FormRefusal } from "#platform/web/ui/form-refusal.tsx";
import type { User } from "#users/user.ts";
import { useDeleteUser } from "./queries.ts";

type Props = { user: User; onDeleted: () => void; onClose: () => void };

export function DeleteUserDialog({ user, onDeleted, onClose }: Props) {
  const remove = useDeleteUser();
  const [attempts, setAttempts] = useState(0);
  const confirm = () => {
    setAttempts(attempts + 1);
    remove.mutate(user._id, { onSuccess: onDeleted });
  };
  return (
    <Dialog
      title="Delete User"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" data-autofocus="" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busyLabel={remove.isPending && "Deleting..."} onClick={confirm}>
            Delete
          </Button>
        </>
      }
    >
      {remove.error && (
        <div className="mb-5">
          <FormRefusal key={attempts}>{errorText(remove.error, "Failed to delete user")}</FormRefusal>
        </div>
      )}
      <p>Are you sure you want to delete this user? This action cannot be undone.</p>
      <p className="mt-3 break-all font-semibold">{user.email}</p>
    </Dialog>
  );
}
