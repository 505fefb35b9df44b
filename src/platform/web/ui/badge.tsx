import type { ReactNode } from "react";

export type BadgeTone = "brand" | "lamp" | "ok" | "warn" | "danger" | "info" | "outline" | "quiet";

type Props = {
  tone: BadgeTone;
  /** small: a second one below another, that may take two lines. */
  size?: "small";
  icon?: ReactNode;
  children: ReactNode;
};

/** A state as icon and word: colour alone never says it. */
export function Badge({ tone, size, icon, children }: Props) {
  return (
    <span className={`badge badge-${tone} ${size ? `badge-${size}` : ""}`}>
      {icon}
      {children}
    </span>
  );
}
