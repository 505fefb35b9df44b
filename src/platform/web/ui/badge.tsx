import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

type BadgeTone = "brand" | "lamp" | "ok" | "warn" | "danger" | "info" | "outline" | "quiet";

export type BadgeLook = { tone: BadgeTone; icon?: IconName };

type Props = BadgeLook & {
  size?: "small";
  title?: string | undefined;
  children: ReactNode;
};

export function Badge({ tone, size, icon, title, children }: Props) {
  return (
    <span className={`badge badge-${tone} ${size ? `badge-${size}` : ""}`} title={title}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
