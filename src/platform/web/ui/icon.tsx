import type { IconName as LucideName } from "lucide-react/dynamic";

export type IconName = `icon-${LucideName}`;

/** The icon is one element, because an inert page restyles each: as inline SVG, icons were half of a list. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return <span className={`icon ${name} ${className}`.trim()} aria-hidden="true" />;
}
