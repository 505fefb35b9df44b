import type { shownLetters } from "#company/shell/shown.ts";
import { SampleMark } from "#company/shell/web/parts/sample-mark.tsx";

type Props = { letter: ReturnType<typeof shownLetters>[number]; className?: string };

export function Letter({ letter: { quote, name, town, year, rating, isSample }, className = "" }: Props) {
  return (
    <figure className={`border border-line bg-surface px-7 py-8 ${className}`}>
      <Stars rating={rating} />
      <blockquote className="mt-4 whitespace-pre-line text-pretty font-display text-h3">{quote}</blockquote>
      <figcaption className="mt-5">
        {name}, {town}, {year} {isSample && <SampleMark />}
      </figcaption>
    </figure>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <p className="flex items-center gap-2">
      <svg viewBox="0 0 116 20" width="116" height="20" fill="none" strokeLinejoin="round" aria-hidden="true">
        {[0, 1, 2, 3, 4].map((place) => (
          <path
            key={place}
            transform={`translate(${place * 24} 0)`}
            d="m10 1.500 2.600 5.500 6 .8-4.400 4.200 1.100 6L10 15.100 4.700 18l1.100-6L1.400 7.800l6-.8z"
            fill={place < rating ? "var(--lamp)" : "var(--surface)"}
            stroke="var(--ink)"
            strokeWidth="1.500"
          />
        ))}
      </svg>
      <span className="text-small">{rating} out of 5</span>
    </p>
  );
}
