import { useState } from "react";
import type { Link } from "#deals/campaigns/admin.ts";
import { ItemCard } from "#platform/web/lists/item-card.tsx";
import { Badge } from "#platform/web/ui/badge.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { CopyButton } from "#platform/web/ui/copy-button.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { DeleteLinkDialog, LinkAuditLogDialog } from "./link-dialogs.tsx";
import { AddLinkDialog, EditLinkDialog, withoutScheme } from "./link-form-dialog.tsx";
import { QrDialog } from "./qr-dialog.tsx";
import { useLinks } from "./queries.ts";

type Action = "qr" | "edit" | "history" | "delete";
type Open = { dialog: "add" } | { dialog: Action; link: Link };

const ACTIONS = [
  { action: "qr", label: "QR Code", icon: "icon-qr-code" },
  { action: "edit", label: "Edit", icon: "icon-square-pen" },
  { action: "history", label: "History", icon: "icon-history" },
  { action: "delete", label: "Delete", icon: "icon-trash-2" },
] as const;

export function LinksSection() {
  const query = useLinks();
  const { address = "", links } = query.data ?? {};
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <section aria-labelledby="links" className="print:hidden mt-10 min-w-0">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="links" className="text-h3">
            Short links
          </h2>
          <p className="text-muted">For postcards and signs: easy to type, and each visit counts for its campaign.</p>
        </div>
        <Button size="compact" onClick={() => setOpen({ dialog: "add" })}>
          <Icon name="icon-plus" />
          Make Link
        </Button>
      </div>
      <LoadState query={query} what="short links" fallback="Failed to load the short links" />
      {links?.length === 0 && <EmptyState>No short link yet. Make one before you print the next postcard.</EmptyState>}
      {links && links.length > 0 && (
        <ul className="grid gap-4 lg:grid-cols-2">
          {links.map((link) => (
            <LinkItem
              key={link.name}
              address={address + link.name}
              link={link}
              onAction={(dialog) => setOpen({ dialog, link })}
            />
          ))}
        </ul>
      )}
      {open?.dialog === "add" && <AddLinkDialog address={address} onClose={close} />}
      {open?.dialog === "qr" && <QrDialog address={address + open.link.name} name={open.link.name} onClose={close} />}
      {open?.dialog === "edit" && <EditLinkDialog address={address} link={open.link} onClose={close} />}
      {open?.dialog === "history" && <LinkAuditLogDialog link={open.link} onClose={close} />}
      {open?.dialog === "delete" && <DeleteLinkDialog link={open.link} onClose={close} />}
    </section>
  );
}

type ItemProps = { address: string; link: Link; onAction: (action: Action) => void };

function LinkItem({ address, link, onAction }: ItemProps) {
  const { name, target, source, medium, campaign, isRetired, visits } = link;
  return (
    <ItemCard
      // This is no link, because an admin who follows it would count as a visitor.
      heading={withoutScheme(address)}
      badge={
        isRetired ? (
          <Badge tone="outline" icon="icon-archive">
            Retired
          </Badge>
        ) : (
          <Badge tone="ok" icon="icon-check">
            In use
          </Badge>
        )
      }
      of={name}
      first={
        <CopyButton text={address} variant="outline" size="compact">
          Copy Address
          <span className="sr-only">: {name}</span>
        </CopyButton>
      }
      actions={ACTIONS}
      onAction={onAction}
    >
      <p className="wrap-anywhere">
        Leads to {target} as {[source, medium, campaign].filter(Boolean).join(" · ")}
      </p>
      <p className="text-muted">
        {visits.toLocaleString("en-US")} {visits === 1 ? "visit" : "visits"} in all
      </p>
    </ItemCard>
  );
}
