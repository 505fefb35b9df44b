import { timeOfId } from "#platform/server/ids.ts";

export type Random = () => number;

/** Numbers from 0 to 1 (exclusive) depend only on the seed (sfc32). */
export function randomFrom(seed: string): Random {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
  for (const letter of seed) a = Math.imul(a ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  const next = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return (t >>> 0) / 4_294_967_296;
  };
  for (let rounds = 0; rounds < 15; rounds++) next();
  return next;
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

export function pickWeighted<Item extends { weight: number }>(random: Random, items: readonly Item[]): Item {
  let left = random() * items.reduce((sum, { weight }) => sum + weight, 0);
  for (const item of items) {
    left -= item.weight;
    if (left < 0) return item;
  }
  return items[0] as Item;
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** As the site's own, that of a row begins with its time: many rows are stored much faster so. */
export function madeUpId(random: Random, at?: Date): string {
  let id = at ? timeOfId(at.getTime()) : "";
  while (id.length < 26) id += ALPHABET[Math.floor(random() * 32)];
  return id;
}
