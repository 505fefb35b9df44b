import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "#platform/web/ui/button.tsx";
import { startRinging, useBrowser, useDevices } from "./queries.ts";
import { declineRinging, isRingingDeclined } from "./this-browser.ts";

/** A quiet line, for the moment after a person was answered. "Not now" is remembered. */
export function AskPanel() {
  const [isOver, setOver] = useState(isRingingDeclined);
  return isOver ? null : <Question onDone={() => setOver(true)} />;
}

function Question({ onDone }: { onDone: () => void }) {
  const browser = useBrowser();
  const devices = useDevices();
  const { mutate, isPending } = useMutation(startRinging);
  const isInstalled = browser.data !== "install";
  if (!devices.data || (browser.data !== "off" && isInstalled)) return null;
  const { publicKey } = devices.data;
  const decline = () => {
    declineRinging();
    onDone();
  };
  return (
    <section aria-label="Notifications" className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>Shall this device ring when the next person waits?</p>
      {isInstalled && (
        <Button
          size="compact"
          variant="outline"
          onClick={() => !isPending && mutate({ publicKey }, { onSuccess: onDone })}
        >
          Ring This Device
        </Button>
      )}
      <Link to="/account" className="link inline-flex min-h-11 items-center">
        {isInstalled ? "What it says, and through whom" : "How to install it first"}
      </Link>
      <Button size="compact" variant="quiet" onClick={decline}>
        Not Now
      </Button>
    </section>
  );
}
