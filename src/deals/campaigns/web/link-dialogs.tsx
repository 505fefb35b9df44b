import { useFacts } from "#company/facts/web/use-facts.ts";
import type { Link } from "#deals/campaigns/admin.ts";
import { AuditLogDialog } from "#platform/web/dialogs/audit-log-dialog.tsx";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { useDeleteLink, useLinkAuditLog } from "./queries.ts";

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
        People who type <strong className="wrap-anywhere">{name}</strong> from a postcard will find nothing, and its
        visits leave the report. To keep both, edit it and retire it instead. This action cannot be undone.
      </p>
    </ConfirmDialog>
  );
}

export function LinkAuditLogDialog({ link: { name }, onClose }: Props) {
  const { timeZone } = useFacts();
  return <AuditLogDialog of={name} query={useLinkAuditLog(name)} timeZone={timeZone} onClose={onClose} />;
}
