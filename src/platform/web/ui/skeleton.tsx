/** Holds the place of what is still loading. Give it the height of what will come: nothing then moves. */
export function Skeleton({ className = "h-6 w-full" }: { className?: string }) {
  return <span className={`skeleton block ${className}`} aria-hidden="true" />;
}
