import { useState } from "react";
import type { Key, MadeKey } from "#accounts/keys/key.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { ApiLink, MadeKeyDialog, NewKeyDialog, RevokeKeyDialog } from "./key-dialogs.tsx";
import { KeyItem } from "./key-item.tsx";
import { useKeys } from "./queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Keys | ${company.name}` });

type Open = { dialog: "new" } | { dialog: "made"; made: MadeKey } | { dialog: "revoke"; item: Key };

export default function KeysPage() {
  const keys = useKeys();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <AdminPage
      title="Keys"
      subtitle="Let your other programs read and write here, without anybody's password"
      back={{ to: "/admin", label: "Back to Dashboard" }}
      actions={
        <Button size="compact" onClick={() => setOpen({ dialog: "new" })}>
          <Icon name="icon-plus" />
          New Key
        </Button>
      }
    >
      <p className="mb-4">
        <ApiLink /> says what a key may do. A key works until it ends or is revoked. It stops while its maker is no
        active admin, or lacks a second factor that is due.
      </p>
      <LoadState query={keys} what="keys" fallback="Failed to load keys" />
      {keys.data?.length === 0 && <EmptyState>No keys yet. Make one for each program.</EmptyState>}
      {keys.data && keys.data.length > 0 && (
        <section aria-labelledby="all-keys">
          <h2 id="all-keys" className="sr-only">
            All keys
          </h2>
          <ul className="grid gap-4 lg:grid-cols-2">
            {keys.data.map((item) => (
              <KeyItem key={item._id} item={item} onRevoke={() => setOpen({ dialog: "revoke", item })} />
            ))}
          </ul>
        </section>
      )}
      {open?.dialog === "new" && <NewKeyDialog onMade={(made) => setOpen({ dialog: "made", made })} onClose={close} />}
      {open?.dialog === "made" && <MadeKeyDialog made={open.made} onClose={close} />}
      {open?.dialog === "revoke" && <RevokeKeyDialog item={open.item} onClose={close} />}
    </AdminPage>
  );
}
