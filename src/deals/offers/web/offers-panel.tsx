import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import type { AdminOffer, OfferList } from "#deals/offers/admin.ts";
import { formatCents } from "#platform/money.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { OfferBadge } from "./offer-badge.tsx";
import { OfferFacts } from "./offer-facts.tsx";
import { startOffer, useOffersOfLead } from "./queries.ts";

export function OffersPanel({ leadId }: { leadId: string }) {
  const query = useOffersOfLead(leadId);
  return (
    <div>
      <LoadState query={query} what="offers" fallback="Failed to load the offers" />
      {query.data && <Offers leadId={leadId} list={query.data} />}
    </div>
  );
}

function Offers({ leadId, list: { offers } }: { leadId: string; list: OfferList }) {
  const [newest] = offers;
  return (
    <>
      {offers.length === 0 ? (
        <p className="mb-3">No offer yet.</p>
      ) : (
        <ul className="panel-list mb-3">
          {offers.map((offer) => (
            <OfferItem key={offer._id} offer={offer} />
          ))}
        </ul>
      )}
      {newest?.state !== "draft" && <StartOffer leadId={leadId} isFirst={!newest} />}
    </>
  );
}

function OfferItem({ offer }: { offer: AdminOffer }) {
  const { _id, leadId, number, state, figures } = offer;
  return (
    <li>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={offerPath(leadId, _id)} className="link contact-link font-semibold">
          Offer {number}: {formatCents(figures.cash.cents)}
        </Link>
        <OfferBadge offer={offer} />
        {state === "draft" && <span className="text-muted">Nobody but staff sees it</span>}
      </p>
      <OfferFacts offer={offer} />
    </li>
  );
}

export function StartOffer({ leadId, isFirst }: { leadId: string; isFirst: boolean }) {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation(startOffer);
  return (
    <Button
      variant="outline"
      size="compact"
      busyLabel={isPending && "Starting..."}
      onClick={() => mutate(leadId, { onSuccess: ({ offer }) => void navigate(offerPath(leadId, offer._id)) })}
    >
      <Icon name="icon-file-plus" />
      {isFirst ? "Make an Offer" : "New Version"}
    </Button>
  );
}

export function offerPath(leadId: string, id: string): string {
  return `/admin/leads/${leadId}/offers/${id}`;
}
