import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { type Identity, type PersonPage, identityText as textOf } from "#deals/privacy/person.ts";
import { StaffEmail, StaffPhone } from "#people/permissions/web/contact-panel.tsx";
import { PermissionsPanel } from "#people/permissions/web/permissions-panel.tsx";
import { useMay } from "#platform/web/hooks/use-session.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { unmergePerson } from "../queries.ts";
import { MergeDialog } from "./merge-dialog.tsx";

export function Identities({ page: { person, identities, isShut = false, linked, shown } }: { page: PersonPage }) {
  const [other, setOther] = useState<Identity | "search">();
  const mayMerge = useMay()("rights");
  const state = shown[0]?.lead.property.state;
  const merged = identities.filter(({ _id }) => _id !== person._id);
  return (
    <section className="card grid gap-4" aria-labelledby="person-identities">
      <h2 id="person-identities" className="text-h3">
        How to reach them
      </h2>
      {identities.slice(0, 1).map((identity) => (
        <IdentityDetails key={identity._id} {...{ identity, state, isShut }} />
      ))}
      {merged.length > 0 && (
        <div>
          <h3 className="mb-1 text-label">Merged into this person</h3>
          <ul className="panel-list">
            {merged.map((identity) => (
              <li key={identity._id}>
                <IdentityDetails {...{ identity, state, isShut }} />
                {mayMerge && <UnmergeButton identity={identity} />}
              </li>
            ))}
          </ul>
        </div>
      )}
      {linked.length > 0 && (
        <div>
          <h3 className="mb-1 text-label">Others with the same number</h3>
          <ul className="panel-list">
            {linked.map((identity) => (
              <li key={identity._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <Link to={`/admin/people/${identity._id}`} className="link contact-link wrap-anywhere">
                  {textOf(identity)}
                </Link>
                {mayMerge && (
                  <Button variant="outline" size="compact" onClick={() => setOther(identity)}>
                    <Icon name="icon-combine" />
                    Merge<span className="sr-only"> {textOf(identity)}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {mayMerge && (
        <div>
          <Button variant="outline" size="compact" onClick={() => setOther("search")}>
            <Icon name="icon-combine" />
            Merge With Another Person
          </Button>
        </div>
      )}
      {other && (
        <MergeDialog
          person={person}
          other={other === "search" ? undefined : other}
          onClose={() => setOther(undefined)}
        />
      )}
    </section>
  );
}

type DetailsProps = { identity: PersonPage["identities"][number]; state: string | undefined; isShut: boolean };

function IdentityDetails({ identity, state, isShut }: DetailsProps) {
  const { name, email, phone, stopped } = identity;
  return (
    <div>
      <p className="wrap-anywhere font-semibold">{name}</p>
      <p className="mb-2 grid gap-1">
        {email ? <StaffEmail {...{ email, stopped, isShut }} /> : "No e-mail: nothing can be sent."}
        {phone && <StaffPhone {...{ phone, stopped, isShut, state }} />}
      </p>
      <PermissionsPanel person={{ ...(email && { email }), ...(phone && { phone }) }} of={name} />
    </div>
  );
}

function UnmergeButton({ identity }: { identity: Identity }) {
  const { mutate, isPending } = useMutation(unmergePerson);
  const navigate = useNavigate();
  return (
    <Button
      variant="outline"
      size="compact"
      busyLabel={isPending && "Parting..."}
      onClick={() => mutate(identity._id, { onSuccess: ({ personId }) => navigate(`/admin/people/${personId}`) })}
    >
      <Icon name="icon-split" />
      Part<span className="sr-only"> {textOf(identity)}</span>
    </Button>
  );
}
