import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

type BadgeTone = "brand" | "lamp" | "ok" | "warn" | "danger" | "info" | "outline" | "quiet";

export type BadgeLook = { tone: BadgeTone; icon?: IconName };

type Props = BadgeLook & {
  /** small: a second badge below another; it may wrap. */
  size?: "small";
  /** The full text as a tooltip. */
  title?: string | undefined;
  children: ReactNode;
};

/** A state as icon and word, never as colour alone. */
export function Badge({ tone, size, icon, title, children }: Props) {
  return (
    <span className={`badge badge-${tone} ${size ? `badge-${size}` : ""}`} title={title}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
