import { type Claim, SAMPLE } from "./claims.ts";
import { contentOf } from "./form/labels.ts";
import { CLAIM_NAMES } from "./parts/claimed.ts";
import type { Facts } from "./schema.ts";
import PERMISSION_WORDS from "./shipped/permission-words.json" with { type: "json" };

type By = { actor: string; now: Date };
type Words = Facts["permissionWords"];

/**
 * A claim that `known` confirmed in the same words keeps its confirmation; any other gets this person's. A browser sends neither,
 * nor does it take the mark off a sample.
 */
export function stampClaims(facts: Facts, known: readonly Facts[], { actor, now }: By): Facts {
  const confirmed = new Map<string, Claim>();
  const unconfirmed = new Set<string>();
  for (const each of known)
    mapClaims(each, (claim, content) => {
      if (claim.state === "confirmed") confirmed.set(keyOf(claim, content), claim);
      if (claim.state === "unconfirmed") unconfirmed.add(nameOf(content));
      return claim;
    });
  return mapClaims(facts, (claim, content) => {
    const isMarked = claim.state === "unconfirmed" && !unconfirmed.has(nameOf(content));
    if (claim.state !== "confirmed")
      return { ...SAMPLE, state: isMarked ? "sample" : claim.state, source: claim.source };
    return confirmed.get(keyOf(claim, content)) ?? { ...claim, confirmedBy: actor, confirmedAt: now.toISOString() };
  });
}

function keyOf({ source }: Claim, content: unknown): string {
  return JSON.stringify([source, content]);
}

/** A page keeps its id when it is edited, which may be the name of other claims. */
function nameOf(content: unknown): string {
  return Array.isArray(content) ? `claim ${content[0]}` : `page ${(content as { id?: string }).id}`;
}

function mapClaims(facts: Facts, change: (claim: Claim, content: unknown) => Claim): Facts {
  const { claims, figures, team, testimonials, pages } = facts;
  const inItem = <Item extends { claim: Claim }>(item: Item): Item => {
    const { claim, ...content } = item;
    return { ...item, claim: change(claim, content) };
  };
  return {
    ...facts,
    claims: Object.fromEntries(
      CLAIM_NAMES.map((name) => [name, change(claims[name], [name, contentOf(facts, name)])]),
    ) as Facts["claims"],
    figures: Object.fromEntries(
      Object.entries(figures).map(([name, figure]) => [name, inItem(figure)]),
    ) as Facts["figures"],
    pages: pages.map((page) => {
      const { claim, slug: _slug, menu: _menu, end: _end, ...words } = page;
      return { ...page, claim: change(claim, words) };
    }),
    team: team.map(inItem),
    testimonials: testimonials.map(inItem),
  };
}

function wordsOf({ booking, text, message, callBack }: Words): string[] {
  return [booking, text, message, callBack];
}

/** Changed words get a new version, named after the `number` under which they are published, so that no version is ever edited. */
export function withWordsVersion(facts: Facts, latest: Facts, number: number): Facts {
  const { permissionWords: words } = facts;
  const isSame = (other: Words) => JSON.stringify(wordsOf(words)) === JSON.stringify(wordsOf(other));
  const same = [latest.permissionWords, PERMISSION_WORDS].find(isSame);
  return { ...facts, permissionWords: { ...words, version: same?.version ?? `site-${number}` } };
}
