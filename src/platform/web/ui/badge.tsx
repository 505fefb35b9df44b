import type { ReactNode } from "react";

export type BadgeTone = "brand" | "lamp" | "ok" | "warn" | "danger" | "info" | "outline" | "quiet";

type Props = {
  tone: BadgeTone;
  /** small: a second one below another, that may take two lines. */
  size?: "small";
  icon?: ReactNode;
  /** More than fits, for whoever points at it. */
  title?: string | undefined;
  children: ReactNode;
};

/** A state as icon and word: colour alone never says it. */
export function Badge({ tone, size, icon, title, children }: Props) {
  return (
    <span className={`badge badge-${tone} ${size ? `badge-${size}` : ""}`} title={title}>
      {icon}
      {children}
    </span>
  );
}
