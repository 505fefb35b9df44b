import type { IconName as LucideName } from "lucide-react/dynamic";

export type IconName = `icon-${LucideName}`;

export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return <span className={`icon ${name} ${className}`.trim()} aria-hidden="true" />;
}
