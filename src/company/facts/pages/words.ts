/** Of one sentence: small letters without accents, names of places left out. */
export type Sentence = { text: string; words: string[] };

export type Places = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Marks, hidden characters and the addresses of links are no words, and cannot part one. */
export function wordsOf(text: string): string[] {
  const plain = text
    .replace(/\]\([^)\s]*(\s+"[^"]*")?\)/g, "] ")
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}*_\\'’‘`´]/gu, "")
    .toLowerCase()
    .replace(/\{(areaserved|address|state)\}/g, " ");
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** By their first word, the longest first. */
export function placesOf(names: readonly string[]): Places {
  const all = names.map(wordsOf).filter(({ length }) => length > 0);
  return Map.groupBy(
    all.sort((one, other) => other.length - one.length),
    ([first = ""]) => first,
  );
}

export function withoutPlaces(words: readonly string[], places: Places): string[] {
  return keptOf(words, places).map((at) => words[at] ?? "");
}

/** A name may begin in one line and end in the next. */
export function sentencesOf(text: string, places: Places): Sentence[] {
  const texts = text.split(/\n+|(?<=[.!?…]["”’)]*)\s+/);
  const words = texts.flatMap((sentence, of) => wordsOf(sentence).map((word) => ({ word, of })));
  const kept = keptOf(
    words.map(({ word }) => word),
    places,
  );
  const bySentence = Map.groupBy(kept, (at) => words[at]?.of ?? 0);
  return [...bySentence].map(([of, all]) => ({
    text: texts[of]?.trim() ?? "",
    words: all.map((at) => words[at]?.word ?? ""),
  }));
}

function keptOf(words: readonly string[], places: Places): number[] {
  const kept: number[] = [];
  for (let at = 0; at < words.length; ) {
    const place = places.get(words[at] ?? "")?.find((name) => name.every((word, index) => words[at + index] === word));
    if (!place) kept.push(at);
    at += place?.length ?? 1;
  }
  return kept;
}

export function names(text: string, place: string): boolean {
  const [words, wanted] = [wordsOf(text), wordsOf(place)];
  return wanted.length > 0 && words.some((_, at) => wanted.every((word, index) => words[at + index] === word));
}
