import { type Claim, SAMPLE } from "./claims.ts";
import type { Facts } from "./schema.ts";
import { PERMISSION_WORDS } from "./shipped-texts.ts";

type By = { actor: string; now: Date };
type Words = Facts["permissionWords"];

/** A claim that `known` confirmed in the same words keeps its confirmation; any other gets this person's. A browser sends neither. */
export function stampClaims(facts: Facts, known: readonly Facts[], { actor, now }: By): Facts {
  const confirmed = new Map<string, Claim>();
  for (const each of known)
    mapClaims(each, (claim, content) => {
      if (claim.state === "confirmed") confirmed.set(keyOf(claim, content), claim);
      return claim;
    });
  return mapClaims(facts, (claim, content) => {
    if (claim.state !== "confirmed") return { ...SAMPLE, state: claim.state, source: claim.source };
    return confirmed.get(keyOf(claim, content)) ?? { ...claim, confirmedBy: actor, confirmedAt: now.toISOString() };
  });
}

function keyOf({ source }: Claim, content: unknown): string {
  return JSON.stringify([source, content]);
}

function mapClaims(facts: Facts, change: (claim: Claim, content: unknown) => Claim): Facts {
  const { company, claims, figures, team, testimonials, pages } = facts;
  const inItem = <Item extends { claim: Claim }>(item: Item): Item => {
    const { claim, ...content } = item;
    return { ...item, claim: change(claim, content) };
  };
  const of = (name: keyof Facts["claims"], content: unknown) => change(claims[name], [name, content]);
  return {
    ...facts,
    claims: {
      phone: of("phone", company.phone),
      email: of("email", company.email),
      address: of("address", company.address),
      story: of("story", facts.story),
      values: of("values", facts.values),
      questions: of("questions", facts.questions),
      privacy: of("privacy", facts.privacy),
      terms: of("terms", facts.terms),
      accessibility: of("accessibility", facts.accessibility),
      permissionWords: of("permissionWords", wordsOf(facts.permissionWords)),
    },
    figures: {
      homesPurchased: inItem(figures.homesPurchased),
      cashOffers: inItem(figures.cashOffers),
      averageClosing: inItem(figures.averageClosing),
      offerWithin: inItem(figures.offerWithin),
    },
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
