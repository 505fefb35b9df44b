import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const ICONS = { info: Info, ok: CircleCheck, warn: TriangleAlert, danger: CircleAlert };

export function Note({ tone = "info", children }: { tone?: keyof typeof ICONS; children: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <div className={`note note-${tone}`}>
      <Icon size={20} aria-hidden="true" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
