import { lazy, Suspense, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { buttonClasses } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";

const loadDialog = () => import("./call-dialog.tsx");
const CallDialog = lazy(async () => ({ default: (await loadDialog()).CallDialog }));

/** In the header of every admin page. Alt+C does the same, also while another dialog is open: a phone rings at any time. */
export function CallButton() {
  const [isOpen, setIsOpen] = useState(false);
  // Before the page is painted, so that the key works as soon as the button says so.
  useLayoutEffect(() => {
    // So that the dialog opens at once, and also when the connection is bad just then.
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
        // Outside the header, whose colors are not a dialog's.
        createPortal(
          <Suspense>
            <CallDialog onClose={() => setIsOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

/** Where Alt and C type a character, as on a Mac, the key writes in a field and opens the dialog elsewhere. */
function isShortcut({ altKey, ctrlKey, metaKey, shiftKey, code, key, target, repeat }: KeyboardEvent): boolean {
  if (!altKey || ctrlKey || metaKey || shiftKey || repeat || code !== "KeyC") return false;
  const isTyping = target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
  return !isTyping || key.toLowerCase() === "c";
}
