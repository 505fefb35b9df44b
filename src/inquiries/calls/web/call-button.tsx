import { lazy, Suspense, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useMay } from "#platform/web/hooks/use-session.ts";
import { buttonClasses } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";

const loadDialog = () => import("./call-dialog.tsx");
const CallDialog = lazy(async () => ({ default: (await loadDialog()).CallDialog }));

/** Alt+C also opens the dialog while another one is open, because a phone rings at any time. */
export function CallButton() {
  return useMay()("answer") ? <EnterCall /> : null;
}

function EnterCall() {
  const [isOpen, setIsOpen] = useState(false);
  // A layout effect runs before the paint, so that the key works as soon as the button is visible.
  useLayoutEffect(() => {
    // A dialog that is already loaded opens at once, even if the connection is bad.
    loadDialog().catch(() => {});
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className={buttonClasses({ variant: "outline", size: "compact" }, "ml-auto shrink-0 whitespace-nowrap")}
        aria-keyshortcuts="Alt+C"
        title="Enter a call (Alt+C)"
        onClick={() => setIsOpen(true)}
      >
        <Icon name="icon-phone-incoming" />
        Enter Call
      </button>
      {isOpen &&
        // The portal leaves the header, whose colors are not a dialog's.
        createPortal(
          <Suspense>
            <CallDialog onClose={() => setIsOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

/** If Alt+C types a character, as on a Mac, it opens the dialog only outside of fields. */
function isShortcut({ altKey, ctrlKey, metaKey, shiftKey, code, key, target, repeat }: KeyboardEvent): boolean {
  if (!altKey || ctrlKey || metaKey || shiftKey || repeat || code !== "KeyC") return false;
  const isTyping = target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
  return !isTyping || key.toLowerCase() === "c";
}
