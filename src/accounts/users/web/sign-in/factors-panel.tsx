import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { FactorAdded, Factors, NewApp, Passkey } from "#accounts/users/second-factor.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { formatInstant } from "#platform/dates.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { AppDialog } from "../second-factor/app-dialog.tsx";
import { NamePasskeyDialog, PasskeyList } from "../second-factor/passkey-list.tsx";
import {
  addPasskey,
  beginApp,
  ownFactors,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
} from "../second-factor/queries.ts";
import { RecoveryCodesDialog } from "../second-factor/recovery-codes-dialog.tsx";

type Open =
  | { dialog: "app"; app: NewApp }
  | { dialog: "codes"; codes: readonly string[] }
  | { dialog: "name" | "remove-passkey"; passkey: Passkey }
  | { dialog: "remove-app" | "renew-codes" };

/** A person who has to stay until a step is done, such as seeing the recovery codes, is at work. */
export function FactorsPanel({ onAtWork }: { onAtWork?: (isAtWork: boolean) => void }) {
  const { timeZone } = useFacts();
  const query = useQuery(ownFactors);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const showCodes = ({ recoveryCodes }: FactorAdded) =>
    setOpen(recoveryCodes && { dialog: "codes", codes: recoveryCodes });
  const app = useMutation({ ...beginApp, onSuccess: (app) => setOpen({ dialog: "app", app }) });
  const passkey = useMutation({ ...addPasskey, onSuccess: showCodes });
  const { data: factors } = query;
  const isAtWork = open !== undefined || passkey.isPending;
  useEffect(() => onAtWork?.(isAtWork), [onAtWork, isAtWork]);
  return (
    <section className="card sm:p-8" aria-labelledby="second-factor">
      <h2 id="second-factor" className="text-h3">
        Second factor
      </h2>
      <p className="mt-1 text-muted">
        A password can be guessed or stolen. With a second factor it opens nothing by itself.
      </p>
      <LoadState query={query} what="your second factor" fallback="Failed to load your second factor" />
      {factors && !factors.mayAdd && (
        <div className="mt-4">
          <Note>Once your e-mail address is confirmed, you can add one.</Note>
        </div>
      )}
      {factors?.mayAdd && (
        <>
          <DueNote factors={factors} />
          <Way
            title="Passkeys"
            about="A fingerprint, a face or a PIN on a device of yours, or a security key. It also signs you in without the password."
          >
            {factors.passkeys.length > 0 && (
              <PasskeyList
                passkeys={factors.passkeys}
                onName={(passkey) => setOpen({ dialog: "name", passkey })}
                onRemove={(passkey) => setOpen({ dialog: "remove-passkey", passkey })}
              />
            )}
            <Button
              variant="outline"
              className="mt-3"
              busyLabel={passkey.isPending && "Waiting..."}
              onClick={() => passkey.mutate()}
            >
              <Icon name="icon-key-round" className="size-5" />
              Add a Passkey
            </Button>
          </Way>
          <Way title="Authenticator app" about="An app on your phone shows a new code every 30 seconds.">
            {factors.app ? (
              <>
                <p className="mt-3">{appState(factors.app, timeZone)}</p>
                <Button variant="outline" className="mt-3" onClick={() => setOpen({ dialog: "remove-app" })}>
                  Remove the App
                </Button>
              </>
            ) : (
              <Button
                variant="outline"
                className="mt-3"
                busyLabel={app.isPending && "Loading..."}
                onClick={() => app.mutate()}
              >
                <Icon name="icon-smartphone" className="size-5" />
                Set Up an App
              </Button>
            )}
          </Way>
          {(factors.app || factors.passkeys.length > 0) && (
            <Way title="Recovery codes" about="For the day when neither is at hand. Each works once.">
              <p className="mt-3">{codesState(factors, timeZone)}</p>
              <Button variant="outline" className="mt-3" onClick={() => setOpen({ dialog: "renew-codes" })}>
                Make New Codes
              </Button>
            </Way>
          )}
        </>
      )}
      {open && <OpenDialog open={open} setOpen={setOpen} onAdded={showCodes} onClose={close} />}
    </section>
  );
}

function DueNote({ factors: { secondFactorDue, secondFactorBy } }: { factors: Factors }) {
  const { timeZone } = useFacts();
  if (!secondFactorBy || secondFactorDue) return null;
  return (
    <div className="mt-4">
      <Note tone="warn">
        Admins of this site need a second factor from {formatInstant(new Date(secondFactorBy), timeZone)} on.
      </Note>
    </div>
  );
}

function Way({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <div className="mt-6">
      <h3 className="font-body font-semibold">{title}</h3>
      <p className="text-muted">{about}</p>
      {children}
    </div>
  );
}

function appState({ createdAt, lastUsedAt }: NonNullable<Factors["app"]>, timeZone: string): string {
  const shown = (instant: string) => formatInstant(new Date(instant), timeZone);
  return `Set up ${shown(createdAt)}, ${lastUsedAt ? `last used ${shown(lastUsedAt)}` : "not used yet"}.`;
}

function codesState({ recoveryCodes: { left, createdAt } }: Factors, timeZone: string): string {
  if (!createdAt) return "You have none.";
  return `${left} left, made ${formatInstant(new Date(createdAt), timeZone)}.`;
}

type DialogProps = {
  open: Open;
  setOpen: (open: Open) => void;
  onAdded: (added: FactorAdded) => void;
  onClose: () => void;
};

function OpenDialog({ open, setOpen, onAdded, onClose }: DialogProps) {
  switch (open.dialog) {
    case "app":
      return <AppDialog app={open.app} onDone={onAdded} onClose={onClose} />;
    case "codes":
      return <RecoveryCodesDialog codes={open.codes} onClose={onClose} />;
    case "name":
      return <NamePasskeyDialog passkey={open.passkey} onClose={onClose} />;
    case "renew-codes":
      return <RenewCodesDialog onDone={(codes) => setOpen({ dialog: "codes", codes })} onClose={onClose} />;
    case "remove-app":
      return <RemoveDialog onClose={onClose} />;
    case "remove-passkey":
      return <RemoveDialog passkey={open.passkey} onClose={onClose} />;
  }
}

type ChangeProps = Pick<DialogProps, "onClose">;

function RemoveDialog({ passkey, onClose }: ChangeProps & { passkey?: Passkey }) {
  const { mutate, error, isPending } = useMutation({
    ...(passkey ? removePasskey(passkey._id) : removeApp),
    onSuccess: onClose,
  });
  const what = passkey ? "Passkey" : "App";
  return (
    <ConfirmDialog
      title={`Remove the ${what}?`}
      confirm={{ label: `Remove the ${what}`, busyLabel: "Removing...", isBusy: isPending }}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        {passkey && <strong className="wrap-anywhere">{passkey.name}</strong>} {passkey ? "signs" : "Its codes sign"}{" "}
        you in no longer. Without any second factor the recovery codes end too.
      </p>
    </ConfirmDialog>
  );
}

function RenewCodesDialog({ onDone, onClose }: ChangeProps & { onDone: (codes: readonly string[]) => void }) {
  const { mutate, error, isPending } = useMutation({
    ...renewRecoveryCodes,
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <ConfirmDialog
      title="Make new recovery codes?"
      confirm={{ label: "Make New Codes", busyLabel: "Making...", isBusy: isPending, variant: "brand" }}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>The earlier ones work no longer.</p>
    </ConfirmDialog>
  );
}
