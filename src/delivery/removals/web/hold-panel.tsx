import { useState } from "react";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import type { Hold } from "#delivery/removals/removal.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { useHold, useReleaseHold } from "./queries.ts";

export function HoldPanel() {
  const { data: hold } = useHold();
  const [isAsked, setAsked] = useState(false);
  if (!hold) return null;
  return (
    <section className="mb-6" aria-labelledby="held">
      <Note tone="danger">
        <h2 id="held" className="text-h3">
          Restored from a backup: some things wait for you
        </h2>
        <p className="mt-2">
          This site was restored on <Instant at={hold.at} /> from a backup of <Instant at={hold.backupAt} />, and{" "}
          {hold.reason}. So it cannot know everybody who asked to be deleted or left alone after that.
        </p>
        <p className="mt-2">
          Until you confirm, no e-mail and no webhook goes out, and keys and calendar feeds do not work. Nothing is
          lost: what waits is sent afterwards. Bookings and messages come in as always.
        </p>
        <p className="mt-2">
          First do again what you know of: delete people, write down stops, revoke keys and calendars, and turn off
          accounts of people who have left.
        </p>
        <Button className="mt-4" onClick={() => setAsked(true)}>
          Confirm and release
        </Button>
      </Note>
      {isAsked && <ReleaseDialog hold={hold} onClose={() => setAsked(false)} />}
    </section>
  );
}

function ReleaseDialog({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const { mutate, isPending, error } = useReleaseHold();
  return (
    <ConfirmDialog
      title="Release what waits?"
      confirm={{ label: "Release", busyLabel: "Releasing", isBusy: isPending, variant: "brand" }}
      error={error}
      fallback="Failed to release"
      onConfirm={() => mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        E-mail and webhooks go out at once, and keys and calendar feeds work again. People who left after{" "}
        <Instant at={hold.backupAt} /> and whom you have not removed again can hear from you. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
