import type { ReactNode } from "react";

/** A dash for the eye, words for screen readers. */
export function Nothing({ children }: { children: ReactNode }) {
  return (
    <>
      <span aria-hidden="true" className="text-muted">
        –
      </span>
      <span className="sr-only">{children}</span>
    </>
  );
}
