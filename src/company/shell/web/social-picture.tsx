import type { ReactNode } from "react";
import type { Facts } from "#company/facts/schema.ts";
import { confirmed, isTold, shownPhone } from "#company/shell/shown.ts";
import { LogoMark } from "./parts/logo.tsx";

/** Outlines let the picture render without a font. */
export type Lettering = (text: string, size: number) => string;

type Props = {
  title: string;
  facts: Facts;
  lettering: Lettering;
  drawing: ReactNode;
  mark?: string | undefined;
};

const SIZE = { width: 1200, height: 630 };
const TITLE_SIZE = 62;
const LETTERS_PER_LINE = 16;

export function SocialPicture({ title, facts, lettering, drawing, mark }: Props) {
  const lines = linesOf(title, LETTERS_PER_LINE);
  const top = 300 - ((lines.length - 1) * TITLE_SIZE * 1.15) / 2;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 1200 630"
      {...SIZE}
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path fill="var(--bg)" d="M0 0h1200v630H0z" />
      <svg x="600" y="70" width="600" height="450" viewBox="0 0 640 480" aria-hidden="true">
        {drawing}
      </svg>
      <g transform="translate(72 56) scale(1.6)">
        {mark ? <image href={mark} width="32" height="32" /> : <LogoMark />}
      </g>
      <path transform="translate(138 96)" d={lettering(facts.company.shortName, 34)} {...SOLID} />
      {lines.map((line, index) => (
        <path
          key={line}
          transform={`translate(76 ${top + index * TITLE_SIZE * 1.15})`}
          d={lettering(line, TITLE_SIZE)}
          {...SOLID}
          strokeWidth="2.2"
        />
      ))}
      <path d="M0 540h1200" stroke="var(--line)" strokeWidth="2" />
      <path d="M68 540h16M76 532v16M1116 540h16M1124 532v16" stroke="var(--control)" strokeWidth="2" />
      <path
        transform="translate(76 596)"
        d={lettering(
          [confirmed(shownPhone(facts))?.text, isTold(facts.claims.areaServed) && facts.company.areaServed]
            .filter(Boolean)
            .join("  ·  "),
          26,
        )}
        fill="var(--ink)"
      />
    </svg>
  );
}

// The outlines are of the regular weight; a stroke makes them as bold as the headings.
const SOLID = { fill: "var(--ink)", stroke: "var(--ink)", strokeWidth: "1" };

function linesOf(text: string, longest: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line && line.length + word.length >= longest) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}
