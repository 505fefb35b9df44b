/** A placeholder during loading. Set the height of the later content, so that nothing moves. */
export function Skeleton({ className = "h-6 w-full" }: { className?: string }) {
  return <span className={`skeleton block ${className}`} aria-hidden="true" />;
}
