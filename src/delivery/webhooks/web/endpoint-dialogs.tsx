import { useFacts } from "#company/facts/web/use-facts.ts";
import type { Endpoint, EndpointSecret } from "#delivery/webhooks/admin.ts";
import { OLD_SECRET_HOURS } from "#delivery/webhooks/webhook.ts";
import { AuditLogDialog } from "#platform/web/dialogs/audit-log-dialog.tsx";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { ShownOnceDialog } from "#platform/web/dialogs/shown-once-dialog.tsx";
import { useDeleteEndpoint, useEndpointAuditLog, useRenewSecret } from "./queries.ts";

export function SecretDialog({ made: { endpoint, secret }, onClose }: { made: EndpointSecret; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title="Signing Secret"
      lead="Give this secret to the other program, so that it can verify our messages. It is shown only once. If you lose it, create a new one."
      secret={{ id: "endpoint-secret", label: `Secret of ${endpoint.name}`, value: secret, copyLabel: "Copy Secret" }}
      onClose={onClose}
    />
  );
}

type Props = { endpoint: Endpoint; onClose: () => void };

export function RenewSecretDialog({ endpoint, onMade, onClose }: Props & { onMade: (made: EndpointSecret) => void }) {
  const renew = useRenewSecret();
  return (
    <ConfirmDialog
      title="New Secret"
      confirm={{ label: "Create New Secret", busyLabel: "Creating...", isBusy: renew.isPending, variant: "brand" }}
      error={renew.error}
      fallback="Failed to create a new secret"
      onConfirm={() => renew.mutate(endpoint._id, { onSuccess: onMade })}
      onClose={onClose}
    >
      <p>
        For {OLD_SECRET_HOURS} hours messages to <strong className="wrap-anywhere">{endpoint.name}</strong> carry two
        signatures, one with each secret, so that nothing is lost while you change it there.
      </p>
    </ConfirmDialog>
  );
}

export function DeleteEndpointDialog({ endpoint, onClose }: Props) {
  const remove = useDeleteEndpoint();
  return (
    <ConfirmDialog
      title="Delete Endpoint"
      confirm={{ label: "Delete", busyLabel: "Deleting...", isBusy: remove.isPending }}
      error={remove.error}
      fallback="Failed to delete the endpoint"
      onConfirm={() => remove.mutate(endpoint._id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <strong className="wrap-anywhere">{endpoint.name}</strong> is told nothing any more, and its deliveries leave
        the log. This action cannot be undone.
      </p>
    </ConfirmDialog>
  );
}

export function EndpointAuditLogDialog({ endpoint, onClose }: Props) {
  const { timeZone } = useFacts();
  const history = useEndpointAuditLog(endpoint._id);
  return <AuditLogDialog of={endpoint.name} query={history} timeZone={timeZone} onClose={onClose} />;
}
