// Words in braces that stand for facts of the company in the owner's texts: "Call {phone}".

export const PLACEHOLDERS = [
  "name",
  "shortName",
  "phone",
  "email",
  "address",
  "contact",
  "retention",
  "permissionYears",
  "requestDays",
  "areaServed",
  "contactPerson",
  "state",
  "personDetails",
  "propertyDetails",
] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];
/** With an href where the text can be a link. */
export type PlaceholderValue = string | { text: string; href?: string; isSample?: boolean };
export type PlaceholderValues = Record<Placeholder, PlaceholderValue | readonly PlaceholderValue[]>;

/** Also what a person types who misremembers a name, such as "{ short name }" or "{short_name}". */
const IN_BRACES = /\{( *\w[ \w-]{0,39})\}/g;

/** The words in braces that are no placeholder, each once and without the braces. */
export function unknownPlaceholders(text: string): string[] {
  const names = [...text.matchAll(IN_BRACES)].map(([, name = ""]) => name);
  return [...new Set(names.filter((name) => !isPlaceholder(name)))];
}

/** The text in pieces: what is typed, and the values. Anything else in braces stays as typed. */
export function withValues(text: string, values: PlaceholderValues): PlaceholderValue[] {
  return text
    .split(IN_BRACES)
    .flatMap((piece, index) => {
      if (index % 2 === 0) return piece;
      return isPlaceholder(piece) ? values[piece] : `{${piece}}`;
    })
    .filter((piece) => piece !== "");
}

/** Plain text, for what is neither Markdown nor HTML. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return withValues(text, values)
    .map((piece) => (typeof piece === "string" ? piece : piece.text))
    .join("");
}

function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}
