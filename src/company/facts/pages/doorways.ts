// Search engines take pages that differ in the name of a town for doorways, and visitors learn nothing from them.
import { isConfirmed, isShown } from "#company/facts/claims.ts";
import type { Facts } from "#company/facts/schema.ts";
import { WORDS_NAMES, wordSection } from "#company/facts/words.ts";
import { type Page, shownPages } from "./pages.ts";
import { names, type Places, placesOf, type Sentence, sentencesOf, withoutPlaces, wordsOf } from "./words.ts";

export const MIN_WORDS = 150;
const SHINGLE = 5;
const MAX_SHARED = 0.3;
const MAX_NAMED = 5;
const MAX_QUOTED = 160;

/** Why a page cannot be published. `sentences` stand elsewhere too. */
export type PageFault = { index: number; message: string; sentences: { text: string; on: string }[] };

/** `states` are names that do not tell pages apart, like those of towns. It takes tens of milliseconds for sixty pages. */
export function faultsIn(facts: Facts, states: readonly string[]): PageFault[] {
  const shown = facts.pages.flatMap((page, index) => (isShown(page.claim) ? [{ page, index }] : []));
  const places = placesIn(facts, states);
  const read = shown.map(({ page }) => sentencesOf(page.body, places));
  const known = new KnownShingles();
  for (const [owner, { page }] of shown.entries()) {
    known.add(owner, shinglesOf(wordsIn(read[owner] ?? [])));
    for (const text of besideBody(page)) known.add(owner, shinglesOf(withoutPlaces(wordsOf(text), places)));
  }
  const others = otherTexts(facts);
  for (const [at, { text }] of others.entries())
    known.add(shown.length + at, shinglesOf(withoutPlaces(wordsOf(text), places)));
  const titles = [...shown.map(({ page }) => page.title), ...others.map(({ on }) => on)];
  return shown.flatMap(({ page, index }, owner) => {
    const sentences = read[owner] ?? [];
    const faults = [shortOf(page, sentences), sharedOf(page, { owner, sentences, known, titles })];
    if (page.kind === "town") faults.push(entryFault(page, facts, places));
    return faults.flatMap((fault) => (fault ? [{ index, sentences: [], ...fault }] : []));
  });
}

type Fault = Pick<PageFault, "message"> & Partial<PageFault>;

function shortOf({ title }: Page, sentences: readonly Sentence[]): Fault | undefined {
  const count = wordsIn(sentences).length;
  if (count >= MIN_WORDS) return undefined;
  return {
    message: `“${title}” has ${count} words, names of places not counted; a page of its own needs ${MIN_WORDS}. Say more that is true of it alone, or hide it.`,
  };
}

type Compared = { owner: number; sentences: readonly Sentence[]; known: KnownShingles; titles: readonly string[] };

function sharedOf({ title }: Page, { owner, sentences, known, titles }: Compared): Fault | undefined {
  const words = wordsIn(sentences);
  const others = shinglesOf(words).map((shingle) => known.otherThan(owner, shingle));
  const shared = others.filter((other) => other !== undefined).length;
  if (words.length < MIN_WORDS || shared <= others.length * MAX_SHARED) return undefined;
  const found = sharedSentences(sentences, others).map(({ text, on }) => ({ text, on: titles[on] ?? "" }));
  return {
    message: `${Math.round((shared / others.length) * 100)} percent of the text of “${title}” stands elsewhere on the site too; at most 30 may. Say these in words that are true of this page alone, or hide it: ${quoted(found)}`,
    sentences: found,
  };
}

/** Those of which half and more stands elsewhere, with the page where most of it stands. */
function sharedSentences(sentences: readonly Sentence[], others: readonly (number | undefined)[]) {
  let start = 0;
  return sentences.flatMap(({ text, words }) => {
    const owners = words.flatMap((_, at) => {
      const covering = others.slice(Math.max(0, start + at - SHINGLE + 1), start + at + 1);
      return covering.find((other) => other !== undefined) ?? [];
    });
    start += words.length;
    if (owners.length * 2 < words.length) return [];
    const [most] = [...Map.groupBy(owners, (owner) => owner)].sort(([, one], [, other]) => other.length - one.length);
    return most ? [{ text, on: most[0] }] : [];
  });
}

function quoted(found: PageFault["sentences"]): string {
  const lines = found.slice(0, MAX_NAMED).map(({ text, on }) => {
    const isLong = text.length > MAX_QUOTED;
    return `“${isLong ? `${text.slice(0, MAX_QUOTED)}…` : text}” (${on})`;
  });
  const more = found.length - lines.length;
  return `${lines.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** An entry that another page has as well, but for the place, is not the town's own. */
function entryFault(page: Page, facts: Facts, places: Places): Fault | undefined {
  const { id, town, title } = page;
  const keyOf = (text: string) => withoutPlaces(wordsOf(text), places).join(" ");
  const others = shownPages(facts).filter((other) => other.id !== id);
  const elsewhere = new Set(others.flatMap(entriesOf).map(keyOf));
  const isOwn = (text: string) => keyOf(text) !== "" && !elsewhere.has(keyOf(text));
  const own = isConfirmed(page.claim)
    ? [...page.houses, ...page.questions.map(textOf).filter((text) => names(text, town))].filter(isOwn)
    : [];
  const letters = facts.testimonials.filter((letter) => isConfirmed(letter.claim) && names(letter.town, town));
  const people = facts.team.filter(({ claim, bio }) => isConfirmed(claim) && names(bio, town));
  if (own.length + letters.length + people.length > 0) return undefined;
  return {
    message: `“${title}” names nothing of its own from ${town || "its town"} that is confirmed. Add a house that you bought there or a question that names the town and confirm the page, confirm a letter from there or a person whose text names it, or hide the page.`,
  };
}

function entriesOf({ houses, questions }: Page): string[] {
  return [...houses, ...questions.map(textOf)];
}

function textOf({ question, answer }: { question: string; answer: string }): string {
  return `${question} ${answer}`;
}

function besideBody({ lead, summary, description, ...page }: Page): string[] {
  return [lead, summary, description, ...entriesOf(page as Page)];
}

/** Texts of the law and words that the product itself says do not count. */
function otherTexts({ story, values, questions, team, testimonials, words }: Facts): { text: string; on: string }[] {
  const onAbout = [story, ...values.map(({ text }) => text), ...team.map(({ bio }) => bio)];
  const letters = testimonials.map(({ quote }) => quote);
  return [
    ...[...onAbout, ...letters].map((text) => ({ text, on: "About Us" })),
    ...questions.map((one) => ({ text: textOf(one), on: "Home" })),
    ...WORDS_NAMES.flatMap((name) => wordTexts(words[name]).map((text) => ({ text, on: wordSection(name).title }))),
  ];
}

function wordTexts(section: object): string[] {
  return Object.values(section).flatMap((part) => (typeof part === "string" ? part : wordTexts(part)));
}

function placesIn({ company, pages, testimonials }: Facts, states: readonly string[]): Places {
  const area = company.areaServed.split(/,|&|\band\b/);
  return placesOf([
    ...states,
    ...area.flatMap((name) => [name, name.replace(/\b(county|city|township|area)\b/gi, "")]),
    company.address.city,
    ...pages.map(({ town }) => town),
    ...testimonials.map(({ town }) => town),
  ]);
}

function wordsIn(sentences: readonly Sentence[]): string[] {
  return sentences.flatMap(({ words }) => words);
}

function shinglesOf(words: readonly string[]): number[] {
  const codes = words.map(codeOf);
  return codes.slice(0, Math.max(0, codes.length - SHINGLE + 1)).map((_, at) => {
    let [high, low] = [0, 0];
    for (let next = at; next < at + SHINGLE; next++) {
      high = Math.imul(high ^ (codes[next] ?? 0), 0x9e3779b1) >>> 0;
      low = (Math.imul(low, 31) + (codes[next] ?? 0)) >>> 0;
    }
    // 53 bits: two of 100,000 are the same once in a million sites.
    return high * 0x200000 + (low & 0x1fffff);
  });
}

function codeOf(word: string): number {
  let code = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) code = Math.imul(code ^ word.charCodeAt(at), 0x01000193);
  return code >>> 0;
}

/** Two owners of each are enough to name one that is not the page itself. */
class KnownShingles {
  readonly #first = new Map<number, number>();
  readonly #second = new Map<number, number>();

  add(owner: number, shingles: readonly number[]): void {
    for (const shingle of shingles) {
      const first = this.#first.get(shingle);
      if (first === undefined) this.#first.set(shingle, owner);
      else if (first !== owner && !this.#second.has(shingle)) this.#second.set(shingle, owner);
    }
  }

  otherThan(owner: number, shingle: number): number | undefined {
    const first = this.#first.get(shingle);
    return first === owner ? this.#second.get(shingle) : first;
  }
}
