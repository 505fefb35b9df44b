import type { Person } from "#company/facts/schema.ts";
import { PictureImage } from "#company/shell/web/parts/picture.tsx";

type Props = { person: Pick<Person, "name" | "portrait">; isSmall?: boolean };

/** Square, whatever the picture is. */
export function Portrait({ person: { name, portrait }, isSmall = false }: Props) {
  if (portrait) {
    const side = isSmall ? 96 : 240;
    return (
      <PictureImage
        picture={{ ...portrait, width: side, height: side }}
        fit={{ width: side, height: side }}
        alt={`Portrait of ${name}`}
        className={`aspect-square flex-none rounded-card border border-line object-cover object-top ${isSmall ? "w-24" : "w-60"}`}
      />
    );
  }
  return (
    <span className="initials flex-none" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const parts = name.split(/\s+/);
  // An emoji is one character to a reader and several code units of a string.
  const first = (word: string | undefined) => [...new Intl.Segmenter().segment(word ?? "")][0]?.segment ?? "";
  return `${first(parts[0])}${parts.length > 1 ? first(parts.at(-1)) : ""}`;
}
