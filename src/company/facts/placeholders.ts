/** Facts that every text may name. */
export const WORD_PLACEHOLDERS = [
  "name",
  "shortName",
  "phone",
  "email",
  "address",
  "contact",
  "areaServed",
  "contactPerson",
  "offerWithin",
  "closingIn",
  "places",
  "reach",
] as const;

export const PLACEHOLDERS = [
  ...WORD_PLACEHOLDERS,
  "retention",
  "permissionYears",
  "requestDays",
  "state",
  "personDetails",
  "propertyDetails",
] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];
export type PlaceholderValue = string | { text: string; href?: string; isSample?: boolean };
export type PlaceholderValues = Record<Placeholder, PlaceholderValue | readonly PlaceholderValue[]>;

/** The pattern also matches misremembered names, such as "{ short name }" or "{short_name}". */
const IN_BRACES = /\{( *\w[ \w-]{0,39})\}/g;

export function unknownPlaceholders(text: string, known: readonly string[] = PLACEHOLDERS): string[] {
  const names = [...text.matchAll(IN_BRACES)].map(([, name = ""]) => name);
  return [...new Set(names.filter((name) => !known.includes(name)))];
}

export function withValues(text: string, values: PlaceholderValues): PlaceholderValue[] {
  return text
    .split(IN_BRACES)
    .flatMap((piece, index) => {
      if (index % 2 === 0) return piece;
      return isPlaceholder(piece) ? values[piece] : `{${piece}}`;
    })
    .filter((piece) => piece !== "");
}

/** A sentence with a placeholder that has no value is left out. */
export function withoutUnsaid(text: string, values: Partial<Record<Placeholder, string>>): string {
  const isSaid = (sentence: string) =>
    [...sentence.matchAll(IN_BRACES)].every(([, name = ""]) => !isPlaceholder(name) || values[name] !== "");
  return text
    .split(/(?<=[.!?])\s+/)
    .filter(isSaid)
    .join(" ");
}

/** The same in each line of Markdown. A line of which nothing stays goes with its mark. */
export function withoutUnsaidLines(text: string, values: PlaceholderValues): string {
  const isEmpty = (value: unknown): boolean =>
    Array.isArray(value)
      ? value.every(isEmpty)
      : (typeof value === "string" ? value : (value as { text: string }).text) === "";
  const texts = Object.fromEntries(PLACEHOLDERS.map((name) => [name, isEmpty(values[name]) ? "" : name]));
  return text
    .split("\n")
    .flatMap((line) => {
      if (!placeholdersIn(line).some((name) => texts[name] === "")) return line;
      const [, mark = "", words = ""] = /^(\s*(?:(?:[-*+#]+|\d+[.)])\s+)?)(.*)$/s.exec(line) ?? [];
      const said = withoutUnsaid(words, texts);
      return said ? mark + said : [];
    })
    .join("\n");
}

export function placeholdersIn(text: string): Placeholder[] {
  return [...text.matchAll(IN_BRACES)].map(([, name = ""]) => name).filter(isPlaceholder);
}

export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return withValues(text, values)
    .map((piece) => (typeof piece === "string" ? piece : piece.text))
    .join("");
}

function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}
