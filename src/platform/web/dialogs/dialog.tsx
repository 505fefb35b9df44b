import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { ChangedNote } from "../live/show-note.tsx";
import { dialogRegions, topRegion } from "../toast.ts";
import { Icon } from "../ui/icon.tsx";

type Props = {
  title: ReactNode;
  onClose: () => void;
  actions?: ReactNode;
  /** What it shows or edits: it says if another person changes one of them. */
  recordIds?: readonly string[] | undefined;
  children: ReactNode;
};

const ACTIONS =
  "flex flex-none flex-wrap justify-end gap-3 border-line border-t px-6 py-4 max-sm:pb-[max(--spacing(4),env(safe-area-inset-bottom))] print:hidden max-sm:[&>.button]:min-w-max max-sm:[&>.button]:flex-1";

/** The native dialog traps the focus. It starts on the element marked data-autofocus, else on the title. */
export function Dialog({ title, onClose, actions, recordIds, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const toasts = useRef<HTMLDivElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    const region = toasts.current;
    if (!element || !region) return;
    const start = element.querySelector<HTMLElement>("[data-autofocus]") ?? element.querySelector<HTMLElement>("h2");
    start?.setAttribute("autofocus", "");
    document.documentElement.classList.add("overflow-hidden");
    element.showModal();
    dialogRegions.add(region);
    return () => {
      element.close();
      dialogRegions.delete(region);
      document.documentElement.classList.toggle("overflow-hidden", dialogRegions.size > 0);
      topRegion()?.append(...region.children);
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget || !event.cancelable) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (event.target !== dialog.current || dialog.current.open) return;
        // A browser asks only once in a row, then closes by itself. The parent decides, so the dialog opens again first.
        dialog.current.showModal();
        onClose();
      }}
    >
      <div className="flex flex-none items-start gap-4 border-line border-b pt-5 pr-4 pb-4 pl-6 print:border-0 print:p-0 print:pb-2">
        <h2 id={titleId} tabIndex={-1} className="flex-1 pt-1.5 font-semibold text-(length:--text-plate) outline-none">
          {title}
        </h2>
        <button
          type="button"
          className="button button-quiet button-icon print:hidden"
          aria-label="Close"
          onClick={onClose}
        >
          <Icon name="icon-x" className="size-5.5" />
        </button>
      </div>
      <div className="flex-1 overflow-y-auto p-6 print:overflow-visible print:p-0 print:pb-2">
        {recordIds && <ChangedNote ids={recordIds} />}
        {children}
      </div>
      {actions && <div className={ACTIONS}>{actions}</div>}
      <div ref={toasts} data-toasts="" role="status" />
    </dialog>
  );
}
