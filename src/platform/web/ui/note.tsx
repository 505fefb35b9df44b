import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

const ICONS = {
  info: "icon-info",
  ok: "icon-circle-check",
  warn: "icon-triangle-alert",
  danger: "icon-circle-alert",
} as const;

export function Note({ tone = "info", children }: { tone?: keyof typeof ICONS; children: ReactNode }) {
  const icon = ICONS[tone];
  return (
    <div className={`note note-${tone}`}>
      <Icon name={icon} className="size-5" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
