/** Statements have a limit of values, and a long one blocks other writers. */
export function* chunksOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
