import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type BadgeTone = "brand" | "lamp" | "ok" | "warn" | "danger" | "info" | "outline" | "quiet";

export type BadgeLook = { tone: BadgeTone; Icon?: LucideIcon };

type Props = BadgeLook & {
  /** small: a second badge below another; it may wrap. */
  size?: "small";
  /** The full text as a tooltip. */
  title?: string | undefined;
  children: ReactNode;
};

/** A state as icon and word, never as colour alone. */
export function Badge({ tone, size, Icon, title, children }: Props) {
  return (
    <span className={`badge badge-${tone} ${size ? `badge-${size}` : ""}`} title={title}>
      {Icon && <Icon aria-hidden="true" />}
      {children}
    </span>
  );
}
