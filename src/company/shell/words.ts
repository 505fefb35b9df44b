// The company's words as the pages show them: with the facts filled in, and without the sentences that a hidden fact leaves unsaid.
import { isSample, isShown, SAMPLE } from "#company/facts/claims.ts";
import {
  fillPlaceholders,
  type PlaceholderValue,
  placeholdersIn,
  WORD_PLACEHOLDERS,
  withoutUnsaid,
} from "#company/facts/placeholders.ts";
import type { Facts } from "#company/facts/schema.ts";
import shippedWords from "#company/facts/shipped/words.json" with { type: "json" };
import type { WordsName } from "#company/facts/words.ts";
import { placesOffered } from "./places-offered.ts";
import { callUs, shownAddress, shownContact, shownEmail, shownPhone } from "./shown.ts";

type Value = { text: string; isSample: boolean };
const NOTHING: Value = { text: "", isSample: false };

/** A hidden fact is "". */
export function wordValues(facts: Facts) {
  const { company, promises, claims } = facts;
  const said = (name: "contactPerson" | "areaServed" | "offerWithin" | "closingIn", text: string): Value =>
    isShown(claims[name]) ? { text, isSample: isSample(claims[name]) } : NOTHING;
  const own = (text: string): Value => ({ text, isSample: false });
  const place = shownAddress(facts);
  return {
    name: own(company.name),
    shortName: own(company.shortName),
    phone: shownPhone(facts) ?? NOTHING,
    email: shownEmail(facts) ?? NOTHING,
    address: place ? { text: place.line, isSample: place.isSample } : NOTHING,
    contact: shownContact(facts),
    areaServed: said("areaServed", company.areaServed),
    contactPerson: said("contactPerson", company.contactPerson),
    offerWithin: said("offerWithin", `${promises.offerWithin} of ${promises.offerFrom}`),
    closingIn: said("closingIn", promises.closingIn),
    places: own(placesOffered(facts)),
    reach: own(callUs(facts)),
  } satisfies Record<string, PlaceholderValue>;
}

type Values = Readonly<Partial<Record<string, Value>>>;

function filled(text: string, values: Values): string {
  const texts = Object.fromEntries(WORD_PLACEHOLDERS.map((name) => [name, values[name]?.text ?? ""]));
  return fillPlaceholders(withoutUnsaid(text, texts), texts as Parameters<typeof fillPlaceholders>[1]);
}

const SHOWN = new WeakMap<Facts, Facts>();

/** The same facts with filled words. A section that names a sample is a sample. */
export function withShownWords(facts: Facts): Facts {
  const known = SHOWN.get(facts);
  if (known) return known;
  const values: Values = wordValues(facts);
  const confirmed: Values = Object.fromEntries(Object.entries(values).filter(([, value]) => !value?.isSample));
  const claims: Record<string, Facts["claims"]["hero"]> = { ...facts.claims };
  const words = Object.fromEntries(
    Object.entries(facts.words).map(([name, section]) => {
      const fill = (text: string, key: string) => {
        if (isForSearch(key)) return filled(text, confirmed);
        if (placeholdersIn(text).some((used) => values[used]?.isSample)) claims[name] = SAMPLE;
        return filled(text, values);
      };
      return [name, withTitles(mapTexts(section, fill), name as WordsName)];
    }),
  );
  const shown = { ...facts, claims, words } as Facts;
  SHOWN.set(facts, shown);
  SHOWN.set(shown, shown);
  return shown;
}

/** Search engines repeat these texts without the mark of a sample, so samples are left out. */
const isForSearch = (key: string) => key.startsWith("search");

/** A page has a title and a text for search, also if a hidden fact leaves nothing of them to say. */
function withTitles<Section extends object>(section: Section, name: WordsName): Section {
  const shipped: Record<string, unknown> = shippedWords[name];
  const blank = Object.entries(section).filter(([key, text]) => text === "" && /^title$|^search/.test(key));
  return { ...section, ...Object.fromEntries(blank.map(([key]) => [key, plain(shipped[key])])) };
}

/** Without the sentences that name facts. */
function plain(text: unknown): string {
  return filled(String(text), {});
}

function mapTexts<Section>(section: Section, change: (text: string, key: string) => string, key = ""): Section {
  if (typeof section === "string") return change(section, key) as Section;
  if (Array.isArray(section)) return section.map((item) => mapTexts(item, change)) as Section;
  return Object.fromEntries(
    Object.entries(section as object).map(([name, part]) => [name, mapTexts(part, change, name)]),
  ) as Section;
}
