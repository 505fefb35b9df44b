import type { ReactNode } from "react";

export type BadgeTone = "brand" | "lamp" | "ok" | "warn" | "danger" | "info" | "outline";

/** A state as icon and word: colour alone never says it. */
export function Badge({ tone, icon, children }: { tone: BadgeTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={`badge badge-${tone}`}>
      {icon}
      {children}
    </span>
  );
}
