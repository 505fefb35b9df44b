export const MAX_SLUG_LENGTH = 80;

const SLUG = /^[a-z\d]+(-[a-z\d]+)*$/;

/** Addresses of this site, and words that programs or people take for one. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  [
    "about accessibility account admin api articles assets book-meeting booking-confirmation call-me-back confirm-email",
    "contact dashboard factor-help forgot-password go healthz index invitation login manage-meeting new not-stopped offer",
    "page pictures privacy readyz register reminders-stopped reset-password situations sitemap stop stop-reminders stopped",
    "terms towns under-construction undo-email 404 410",
  ].flatMap((line) => line.split(" ")),
);

export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/** Empty if the title has no letters that an address may have. */
export function suggestSlug(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, "");
}
