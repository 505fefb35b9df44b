import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { Dialog } from "#platform/web/dialogs/dialog.tsx";
import { HistoryDialog } from "#platform/web/dialogs/history-dialog.tsx";
import { Field } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { CopyButton } from "#platform/web/ui/copy-button.tsx";
import { timeZone } from "#site";
import type { Endpoint, EndpointSecret } from "#webhooks/admin.ts";
import { OLD_SECRET_HOURS } from "#webhooks/webhook.ts";
import { useDeleteEndpoint, useEndpointHistory, useRenewSecret } from "./queries.ts";

/** The only time the secret is on a screen. */
export function SecretDialog({ made, onClose }: { made: EndpointSecret; onClose: () => void }) {
  return (
    <Dialog
      title="Signing Secret"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Done
          </Button>
          <CopyButton text={made.secret}>Copy Secret</CopyButton>
        </>
      }
    >
      <div className="dialog-form">
        <p>
          Give this secret to the other program, so that it can tell our messages from anybody else's. It is shown only
          now; should it get lost, make a new one.
        </p>
        <Field id="endpoint-secret" label={`Secret of ${made.endpoint.name}`}>
          {(wiring) => (
            <Input
              {...wiring}
              readOnly
              value={made.secret}
              autoComplete="off"
              spellCheck={false}
              data-autofocus=""
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}

type Props = { endpoint: Endpoint; onClose: () => void };

export function RenewSecretDialog({ endpoint, onMade, onClose }: Props & { onMade: (made: EndpointSecret) => void }) {
  const renew = useRenewSecret();
  return (
    <ConfirmDialog
      title="New Secret"
      confirm={{ label: "Make New Secret", busyLabel: "Making...", isBusy: renew.isPending, variant: "brand" }}
      error={renew.error}
      fallback="Failed to make a new secret"
      onConfirm={() => renew.mutate(endpoint._id, { onSuccess: onMade })}
      onClose={onClose}
    >
      <p>
        For {OLD_SECRET_HOURS} hours messages to <strong className="break-anywhere">{endpoint.name}</strong> carry two
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
        <strong className="break-anywhere">{endpoint.name}</strong> is told nothing any more, and its deliveries leave
        the log. This action cannot be undone.
      </p>
    </ConfirmDialog>
  );
}

export function EndpointHistoryDialog({ endpoint, onClose }: Props) {
  const { data, isError, refetch } = useEndpointHistory(endpoint._id);
  return (
    <HistoryDialog
      of={endpoint.name}
      history={data}
      hasFailed={isError}
      onRetry={refetch}
      timeZone={timeZone}
      onClose={onClose}
    />
  );
}
