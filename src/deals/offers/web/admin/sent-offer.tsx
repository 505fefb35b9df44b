import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminOffer, OfferDetails, Recipient } from "#deals/offers/admin.ts";
import { formatCents } from "#platform/money.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { CopyButton } from "#platform/web/ui/copy-button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { OfferBadge } from "../offer-badge.tsx";
import { OfferFacts } from "../offer-facts.tsx";
import { withdrawOffer } from "../queries.ts";
import { OfferSheet } from "../sheet/offer-sheet.tsx";

export function SentOffer({ details: { offer, recipient } }: { details: OfferDetails }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <section aria-labelledby="offer-standing" className="card print:hidden">
        <h2 id="offer-standing" className="mb-2 flex flex-wrap items-center gap-3 text-h3">
          {formatCents(offer.figures.cash.cents)} <OfferBadge offer={offer} />
        </h2>
        <OfferFacts offer={offer} />
        {offer.url && <SellerLink url={offer.url} recipient={recipient} />}
        {offer.state === "sent" && (
          <Button variant="outline" size="compact" className="mt-4" onClick={() => setAsking(true)}>
            <Icon name="icon-undo-2" />
            Withdraw
          </Button>
        )}
      </section>
      <section aria-label="As the seller reads it" className="card">
        <OfferSheet offer={offer} />
      </section>
      {isAsking && <WithdrawDialog offer={offer} onClose={() => setAsking(false)} />}
    </>
  );
}

function SellerLink({ url, recipient: { email, hasStoppedEmail } }: { url: string; recipient: Recipient }) {
  return (
    <div className="mt-4 grid max-w-xl gap-3">
      {(!email || hasStoppedEmail) && (
        <Note tone="warn">
          <p>
            {email ? "This person asked for no e-mail" : "This person has no e-mail address"}: nothing was mailed. Read
            the link out, copy it, or print this page.
          </p>
        </Note>
      )}
      <TextField
        id="offer-link"
        label="Private link"
        hint="Opening it yourself counts as an opening."
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <p>
        <CopyButton text={url} variant="outline" size="compact">
          Copy Link
        </CopyButton>
      </p>
    </div>
  );
}

function WithdrawDialog({ offer: { _id, version }, onClose }: { offer: AdminOffer; onClose: () => void }) {
  const { mutate, isPending, error } = useMutation(withdrawOffer);
  return (
    <ConfirmDialog
      title="Withdraw Offer"
      confirm={{ label: "Withdraw", busyLabel: "Withdrawing...", isBusy: isPending }}
      error={error}
      fallback="Failed to withdraw the offer"
      onConfirm={() => mutate({ id: _id, version }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        The seller’s page then says kindly that the offer no longer stands, with our number. Nothing is mailed, so
        please call. It cannot be undone; you can send a new version.
      </p>
    </ConfirmDialog>
  );
}
