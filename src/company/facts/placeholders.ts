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
export type PlaceholderValue = string | { text: string; href?: string; isSample?: boolean };
export type PlaceholderValues = Record<Placeholder, PlaceholderValue | readonly PlaceholderValue[]>;

/** The pattern also matches misremembered names, such as "{ short name }" or "{short_name}". */
const IN_BRACES = /\{( *\w[ \w-]{0,39})\}/g;

export function unknownPlaceholders(text: string): string[] {
  const names = [...text.matchAll(IN_BRACES)].map(([, name = ""]) => name);
  return [...new Set(names.filter((name) => !isPlaceholder(name)))];
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

export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return withValues(text, values)
    .map((piece) => (typeof piece === "string" ? piece : piece.text))
    .join("");
}

function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}
