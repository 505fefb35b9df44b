import { useMutation } from "@tanstack/react-query";
import type { AdminOffer, Recipient } from "#deals/offers/admin.ts";
import { formatDay } from "#platform/dates.ts";
import { formatCents } from "#platform/money.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { sendOffer } from "../queries.ts";

type Props = { offer: AdminOffer; recipient: Recipient; onClose: () => void };

export function SendDialog({ offer: { _id, version, figures, content }, recipient, onClose }: Props) {
  const { mutate, isPending, error } = useMutation(sendOffer);
  const { name, email, hasStoppedEmail } = recipient;
  return (
    <ConfirmDialog
      title="Send Offer"
      confirm={{ label: "Send", busyLabel: "Sending...", isBusy: isPending, variant: "brand" }}
      error={error}
      fallback="Failed to send the offer"
      onConfirm={() => mutate({ id: _id, version }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p className="wrap-anywhere">
          <strong>{formatCents(figures.cash.cents)}</strong> for {name || "the seller"}
          {recipient.place && `, ${recipient.place}`}, valid until {formatDay(content.validUntil, "full")}.
        </p>
        {email && !hasStoppedEmail ? (
          <p className="wrap-anywhere">An e-mail with the private link goes to {email}.</p>
        ) : (
          <Note tone="warn">
            <p>
              {email ? "This person asked for no e-mail" : "This person has no e-mail address"}, so nothing is mailed.
              You get the link to read out, copy or print.
            </p>
          </Note>
        )}
        <p>It is never changed afterwards. An offer that stands for this house is replaced by it.</p>
      </div>
    </ConfirmDialog>
  );
}
