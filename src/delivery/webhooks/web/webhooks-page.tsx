import { useState } from "react";
import type { PageMeta } from "#company/shell/web/page.ts";
import type { Endpoint, EndpointSecret } from "#delivery/webhooks/admin.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { DeliveriesSection } from "./deliveries-section.tsx";
import { DeleteEndpointDialog, EndpointAuditLogDialog, RenewSecretDialog, SecretDialog } from "./endpoint-dialogs.tsx";
import { AddEndpointDialog, EditEndpointDialog } from "./endpoint-form-dialog.tsx";
import { type EndpointAction, EndpointItem } from "./endpoint-item.tsx";
import { useEndpoints } from "./queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Webhooks | ${company.name}` });

type Open =
  | { dialog: "add" }
  | { dialog: EndpointAction; endpoint: Endpoint }
  | { dialog: "shown"; made: EndpointSecret };

export default function WebhooksPage() {
  const endpoints = useEndpoints();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const show = (made: EndpointSecret) => setOpen({ dialog: "shown", made });
  return (
    <AdminPage
      title="Webhooks"
      subtitle="Send each booking and message to your other programs as it comes in"
      back={{ to: "/admin", label: "Back to Dashboard" }}
      actions={
        <Button size="compact" onClick={() => setOpen({ dialog: "add" })}>
          <Icon name="icon-plus" />
          Add Endpoint
        </Button>
      }
    >
      <section aria-labelledby="endpoints">
        <h2 id="endpoints" className="mb-3 text-h3">
          Endpoints
        </h2>
        <LoadState query={endpoints} what="endpoints" fallback="Failed to load endpoints" />
        {endpoints.data?.length === 0 && (
          <EmptyState>No endpoints yet. Add the address that your other program gave you.</EmptyState>
        )}
        {endpoints.data && endpoints.data.length > 0 && (
          <ul className="grid gap-4 lg:grid-cols-2">
            {endpoints.data.map((endpoint) => (
              <EndpointItem
                key={endpoint._id}
                endpoint={endpoint}
                onAction={(dialog) => setOpen({ dialog, endpoint })}
              />
            ))}
          </ul>
        )}
      </section>
      <DeliveriesSection endpoints={endpoints.data ?? []} />
      {open?.dialog === "add" && <AddEndpointDialog onAdded={show} onClose={close} />}
      {open?.dialog === "edit" && <EditEndpointDialog endpoint={open.endpoint} onClose={close} />}
      {open?.dialog === "secret" && <RenewSecretDialog endpoint={open.endpoint} onMade={show} onClose={close} />}
      {open?.dialog === "history" && <EndpointAuditLogDialog endpoint={open.endpoint} onClose={close} />}
      {open?.dialog === "delete" && <DeleteEndpointDialog endpoint={open.endpoint} onClose={close} />}
      {open?.dialog === "shown" && <SecretDialog made={open.made} onClose={close} />}
    </AdminPage>
  );
}
