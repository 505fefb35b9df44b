import type { ReactNode } from "react";

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
