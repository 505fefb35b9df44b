import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { type Identity, identityText as textOf } from "#deals/privacy/person.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useDebounced } from "#platform/web/lists/use-list-params.ts";
import { counted } from "../counted.ts";
import { mergePeople, usePeople, usePersonPage } from "../queries.ts";

type Props = {
  person: Identity;
  /** If undefined, the dialog has a search field. */
  other: Identity | undefined;
  onClose: () => void;
};

const SHOWN = 5;

export function MergeDialog({ person, other, onClose }: Props) {
  const [chosen, setChosen] = useState<Identity | undefined>(other);
  const { mutate, isPending, error } = useMutation(mergePeople);
  const navigate = useNavigate();
  const [isMissing, setMissing] = useState(false);
  const merge = () => {
    if (!chosen) {
      setMissing(true);
      return;
    }
    mutate(
      { id: person._id, personId: chosen._id },
      {
        onSuccess: ({ personId }) => {
          onClose();
          navigate(`/admin/people/${personId}`);
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title="Merge Two People"
      confirm={{ label: "Merge", busyLabel: "Merging...", isBusy: isPending, variant: "brand" }}
      error={error}
      fallback="Failed to merge"
      onConfirm={merge}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p className="wrap-anywhere">
          {chosen ? (
            <>
              Everything of <strong>{textOf(chosen)}</strong> is shown as of <strong>{textOf(person)}</strong> from now
              on.
            </>
          ) : (
            <>
              Whose inquiries belong to <strong>{textOf(person)}</strong>?
            </>
          )}{" "}
          Each address keeps its own permissions, and “Part” undoes it.
        </p>
        {chosen && <Joined id={chosen._id} />}
        {!other && (
          <Search
            except={person._id}
            chosen={chosen}
            error={isMissing && !chosen ? "Please search and choose a person" : undefined}
            onChoose={setChosen}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}

/** Says what the merge brings along, before it does. */
function Joined({ id }: { id: string }) {
  const { data } = usePersonPage(id);
  if (!data) return <p aria-busy="true">Loading...</p>;
  const { leads, identities } = data;
  return (
    <section aria-label="What is merged">
      <ul className="panel-list">
        {identities.length > 1 &&
          identities.map((identity) => (
            <li key={identity._id} className="wrap-anywhere">
              {textOf(identity)}
            </li>
          ))}
        {leads.map(({ _id, place, stage, inquiries }) => (
          <li key={_id} className="wrap-anywhere">
            {place}: {stage}, {counted(inquiries, "inquiry", "inquiries")}
          </li>
        ))}
      </ul>
    </section>
  );
}

type SearchProps = {
  except: string;
  chosen: Identity | undefined;
  error: string | undefined;
  onChoose: (person: Identity) => void;
};

function Search({ except, chosen, error, onChoose }: SearchProps) {
  const [search, setSearch] = useState("");
  const [text, type] = useDebounced(search, setSearch);
  const { data } = usePeople(search ? new URLSearchParams({ search, limit: String(SHOWN + 1) }).toString() : "limit=1");
  const found = search ? (data?.people ?? []).filter(({ _id }) => _id !== except).slice(0, SHOWN) : [];
  return (
    <>
      <TextField
        id="merge-search"
        label="Name, e-mail or phone number"
        error={error}
        value={text}
        onChange={({ target }) => type(target.value)}
        autoComplete="off"
      />
      {search && data && (
        <fieldset>
          <legend className="mb-1 text-label">{found.length > 0 ? "Found" : "Nobody found."}</legend>
          {found.map((person) => (
            <label key={person._id} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="merge-with"
                checked={chosen?._id === person._id}
                onChange={() => onChoose(person)}
              />
              <span className="wrap-anywhere">{textOf(person)}</span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
