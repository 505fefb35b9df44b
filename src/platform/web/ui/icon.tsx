import type { IconName as LucideName } from "lucide-react/dynamic";

/** The class that shows it, so that a style sheet holds those icons that its pages name. */
export type IconName = `icon-${LucideName}`;

/** One element, because an inert page restyles each: as inline SVG, icons were half of a list. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return <span className={`icon ${name} ${className}`.trim()} aria-hidden="true" />;
}
