/** The words of the mark, for texts that are HTML already. */
export const SAMPLE_MARK_CLASS = "badge badge-outline badge-small font-body";

/** Stands beside what nobody has confirmed, and outside of links: it is no part of their names. */
export function SampleMark({ className = "" }: { className?: string }) {
  return <span className={`${SAMPLE_MARK_CLASS} ${className}`}>Sample</span>;
}
