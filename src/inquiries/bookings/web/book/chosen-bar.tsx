import { useEffect, useState } from "react";

/** The bar is hidden during typing, because the on-screen keyboard leaves too little space. */
export function ChosenBar({ chosen, onChange }: { chosen: string; onChange: () => void }) {
  const isSubmitInView = useIsInView(".booking-submit");
  const isTyping = useIsTyping();
  if (isSubmitInView || isTyping) return null;
  return (
    <div
      data-chosen-bar=""
      className="fixed inset-x-0 bottom-0 z-(--z-chosen) flex min-h-18 items-center justify-between gap-4 border-line border-t bg-surface px-(--gutter) pt-2 pb-[calc(--spacing(2)+env(safe-area-inset-bottom))] lg:hidden"
    >
      <strong>{chosen}</strong>
      <button type="button" className="button button-link" onClick={onChange}>
        Change
      </button>
    </div>
  );
}

function useIsInView(selector: string): boolean {
  const [isInView, setIsInView] = useState(true);
  useEffect(() => {
    const element = document.querySelector(selector);
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setIsInView(entry?.isIntersecting ?? false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [selector]);
  return isInView;
}

function useIsTyping(): boolean {
  const [isTyping, setIsTyping] = useState(false);
  useEffect(() => {
    const update = () => setIsTyping(document.activeElement?.matches("input, select, textarea") ?? false);
    const updateSoon = () => setTimeout(update);
    document.addEventListener("focusin", update);
    document.addEventListener("focusout", updateSoon);
    return () => {
      document.removeEventListener("focusin", update);
      document.removeEventListener("focusout", updateSoon);
    };
  }, []);
  return isTyping;
}
