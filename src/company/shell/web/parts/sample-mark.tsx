export const SAMPLE_MARK_CLASS = "badge badge-outline badge-small font-body";

/** The mark stays outside of links, because it is no part of their names. */
export function SampleMark({ className = "" }: { className?: string }) {
  return <span className={`${SAMPLE_MARK_CLASS} ${className}`}>Sample</span>;
}
