const PAGING = new Set(["page", "limit", "sort", "total"]);
const SEARCHED = new Set(["search", "email", "phone"]);
const MAX_VALUE_LENGTH = 60;

/** "status=New, search": who is searched for stays out of the audit log, which outlives an erasure. */
export function filterText(filter: object): string {
  return Object.entries(filter)
    .filter(([name, value]) => !PAGING.has(name) && hasValue(value))
    .map(([name, value]) => {
      const text = [value].flat().join(" or ");
      return SEARCHED.has(name) || !isChoice(text) ? name : `${name}=${text}`;
    })
    .join(", ");
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== "" && value !== false && !(Array.isArray(value) && value.length === 0);
}

/** Neither an address nor a phone number. */
function isChoice(text: string): boolean {
  return text.length <= MAX_VALUE_LENGTH && /^[\w ./-]+$/.test(text) && !/\d{5}|\d{3}[ .-]\d{4}/.test(text);
}
