import { useState } from "react";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import { type LeadKeyPage, MAX_REFUSED, REFUSED_DAYS, type RefusedBody } from "#inquiries/added-leads/lead-key.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { ItemCard } from "#platform/web/lists/item-card.tsx";
import { Badge } from "#platform/web/ui/badge.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { useDeleteBody } from "./queries.ts";
import { RepairDialog } from "./repair-dialog.tsx";

const ACTIONS = [
  { action: "repair", label: "Repair and Add", icon: "icon-pencil-line" },
  { action: "delete", label: "Delete", icon: "icon-trash-2" },
] as const;

type Action = (typeof ACTIONS)[number]["action"];
type Open = { dialog: Action; item: RefusedBody };

export function RefusedSection({ id, page: { refused, total } }: { id: string; page: LeadKeyPage }) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <section aria-labelledby="refused">
      <h2 id="refused" className="text-h3">
        What could not be read
      </h2>
      <p className="mt-2 mb-4 text-muted">
        Kept for {REFUSED_DAYS} days, the latest {MAX_REFUSED}.
        {total > refused.length && ` The latest ${refused.length} of ${total} are shown.`}
      </p>
      {refused.length === 0 && <EmptyState>Nothing was refused.</EmptyState>}
      <ul className="grid gap-4 lg:grid-cols-2">
        {refused.map((item) => (
          <RefusedItem key={item._id} item={item} onAction={(dialog) => setOpen({ dialog, item })} />
        ))}
      </ul>
      {open?.dialog === "repair" && <RepairDialog id={id} item={open.item} onClose={close} />}
      {open?.dialog === "delete" && <DeleteDialog id={id} item={open.item} onClose={close} />}
    </section>
  );
}

function RefusedItem({ item, onAction }: { item: RefusedBody; onAction: (action: Action) => void }) {
  const { values, reason, isSample, at, sent, body } = item;
  const name = nameOf(item);
  return (
    <ItemCard
      heading={name}
      badge={
        <Badge tone={isSample ? "outline" : "danger"} icon={isSample ? "icon-info" : "icon-circle-alert"}>
          {isSample ? "Sample" : "Refused"}
        </Badge>
      }
      of={values.name ? name : `${name}, ${at}`}
      actions={ACTIONS}
      onAction={onAction}
    >
      <p className="text-muted">
        <Instant at={at} />
      </p>
      {!isSample && <p className="wrap-anywhere whitespace-pre-line">{reason}</p>}
      <details>
        <summary className="link">What came</summary>
        <pre className="wrap-anywhere mt-2 whitespace-pre-wrap font-mono text-(length:--text-dense)">
          {sent.length > 0 ? sent.map(({ path, value }) => `${path}: ${value}`).join("\n") : body}
        </pre>
      </details>
    </ItemCard>
  );
}

function DeleteDialog({ id, item, onClose }: { id: string; item: RefusedBody; onClose: () => void }) {
  const { mutate, isPending, error } = useDeleteBody();
  return (
    <ConfirmDialog
      title="Delete what came"
      confirm={{ label: "Delete", busyLabel: "Deleting...", isBusy: isPending }}
      error={error}
      fallback="Failed to delete it"
      onConfirm={() => mutate({ id, bodyId: item._id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <strong className="wrap-anywhere">{nameOf(item)}</strong> is not added. This action cannot be undone.
      </p>
    </ConfirmDialog>
  );
}

export function nameOf({ values: { name, phone, email } }: RefusedBody): string {
  return name || phone || email || "Without a name";
}
