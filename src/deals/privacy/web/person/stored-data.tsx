import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { Identity, PersonPage } from "#deals/privacy/person.ts";
import { formatPhone } from "#platform/phone.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { useMay } from "#platform/web/hooks/use-session.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { eraseNumber, useExportNumber, usePerson } from "../queries.ts";
import { PersonActions, STORED, StoredDetails } from "../stored-details.tsx";

export function StoredData({ identities }: Pick<PersonPage, "identities">) {
  return (
    <section className="card grid gap-3" aria-labelledby="person-stored">
      <h2 id="person-stored" className="text-h3">
        What is stored, and their rights
      </h2>
      <ul className="panel-list">
        {identities.map((identity) => (
          <li key={identity._id}>
            {identity.email ? <Stored email={identity.email} /> : <NumberActions identity={identity} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Stored({ email }: { email: string }) {
  const { hash } = useLocation();
  const [isOpen, setOpen] = useState(hash === STORED);
  const person = usePerson(isOpen ? email : "");
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link wrap-anywhere inline-flex min-h-11 cursor-pointer items-center">
        Permissions, requests, export and erasure of {email}
      </summary>
      <div className="mt-3 grid gap-6">
        {isOpen && <LoadState query={person} what="person" fallback="Failed to load the person" />}
        {person.data && (
          <>
            <p className="flex flex-wrap gap-3">
              <PersonActions person={person.data} />
            </p>
            <StoredDetails person={person.data} refetch={person.refetch} />
          </>
        )}
      </div>
    </details>
  );
}

function NumberActions({ identity: { _id, phone = "" } }: { identity: Identity }) {
  const [isErasing, setErasing] = useState(false);
  const { mutate, isPending } = useExportNumber(_id);
  const may = useMay();
  return (
    <div className="grid gap-2">
      <Link to={`/admin/people?phone=${encodeURIComponent(phone)}`} className="link contact-link">
        Permissions of {formatPhone(phone)}
      </Link>
      {may("rights") && (
        <div className="flex flex-wrap gap-3">
          <Button size="compact" variant="outline" busyLabel={isPending && "Exporting..."} onClick={() => mutate()}>
            <Icon name="icon-download" />
            Export
          </Button>
          <Button size="compact" variant="danger" onClick={() => setErasing(true)}>
            <Icon name="icon-eraser" />
            Erase
          </Button>
        </div>
      )}
      {isErasing && <EraseDialog id={_id} phone={phone} onClose={() => setErasing(false)} />}
    </div>
  );
}

function EraseDialog({ id, phone, onClose }: { id: string; phone: string; onClose: () => void }) {
  const { mutate, isPending, error } = useMutation(eraseNumber);
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title="Erase this person for good?"
      confirm={{ label: "Erase", busyLabel: "Erasing...", isBusy: isPending }}
      error={error}
      fallback="Failed to erase the person"
      onConfirm={() =>
        mutate(id, {
          onSuccess: () => {
            onClose();
            navigate("/admin/people");
          },
        })
      }
      onClose={onClose}
    >
      <p>
        All calls, meetings, notes, leads and offers of {formatPhone(phone)} go. A meeting still ahead goes too, and its
        time is free again. What the person agreed to or stopped stays as a proof, without name and number.
      </p>
    </ConfirmDialog>
  );
}
