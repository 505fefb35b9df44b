import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import type { OfferDetails } from "#deals/offers/admin.ts";
import { AuditLogList } from "#platform/web/dialogs/audit-log-list.tsx";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { ChangedNote } from "#platform/web/live/show-note.tsx";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { StartOffer } from "../offers-panel.tsx";
import { deleteOffer, useOffer } from "../queries.ts";
import { OfferForm } from "./offer-form.tsx";
import { SentOffer } from "./sent-offer.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Offer | ${company.name}` });

export default function OfferEditorPage() {
  const { offerId = "" } = useParams();
  const query = useOffer(offerId);
  const { data } = query;
  // A form must not start from a cached answer.
  const isFresh = query.isFetchedAfterMount;
  return (
    <AdminPage
      title={data ? `Offer ${data.offer.number}` : "Offer"}
      subtitle={data ? [data.recipient.name, data.recipient.place].filter(Boolean).join(", ") : ""}
      back={
        data
          ? { to: `/admin/people/${data.personId}`, label: "Back to Person" }
          : { to: "/admin", label: "Back to Dashboard" }
      }
      actions={data && <Actions details={data} />}
    >
      {!data && <LoadState query={query} what="the offer" fallback="Failed to load the offer" />}
      {!(data && isFresh) && !query.isError && <Skeleton className="mt-4 h-96 w-full" />}
      {data && isFresh && <Details key={`${offerId} ${data.offer.state}`} details={data} />}
    </AdminPage>
  );
}

function Details({ details }: { details: OfferDetails }) {
  const { timeZone } = useFacts();
  const history = {
    data: { success: true as const, history: details.history },
    isError: false,
    refetch: () => undefined,
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ChangedNote ids={[details.offer._id]} />
      {details.offer.state === "draft" ? (
        <div>
          <OfferForm loaded={details} />
        </div>
      ) : (
        <SentOffer details={details} />
      )}
      <section aria-labelledby="offer-history" className="card print:hidden">
        <h2 id="offer-history" className="mb-3 text-h3">
          History
        </h2>
        <AuditLogList query={history} timeZone={timeZone} />
      </section>
    </div>
  );
}

function Actions({ details: { offer } }: { details: OfferDetails }) {
  const [isAsking, setAsking] = useState(false);
  if (offer.state !== "draft")
    return (
      <>
        <Button variant="outline" size="compact" onClick={() => print()}>
          <Icon name="icon-printer" />
          Print
        </Button>
        <StartOffer leadId={offer.leadId} isFirst={false} />
      </>
    );
  return (
    <>
      <Button variant="outline" size="compact" onClick={() => setAsking(true)}>
        <Icon name="icon-trash-2" />
        Delete Draft
      </Button>
      {isAsking && <DeleteDialog id={offer._id} onClose={() => setAsking(false)} />}
    </>
  );
}

function DeleteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation(deleteOffer);
  return (
    <ConfirmDialog
      title="Delete Draft"
      confirm={{ label: "Delete", busyLabel: "Deleting...", isBusy: isPending }}
      error={error}
      fallback="Failed to delete the draft"
      onConfirm={() => mutate(id, { onSuccess: () => void navigate(-1) })}
      onClose={onClose}
    >
      <p>What was entered is gone for good. No seller has seen it.</p>
    </ConfirmDialog>
  );
}
