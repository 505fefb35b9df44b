// A short link is printed on postcards and signs: /go/{name} redirects to a page, and its URL gets the campaign.

export const LINKS_PATH = "/go/";
export const MAX_LINKS = 500;
export const MAX_LINK_NAME_LENGTH = 60;

export const LINK_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const PLACEHOLDER_ORIGIN = "https://site.invalid";

/** Returns the stored form of a typed name, or undefined if it is not valid. */
export function linkNameOf(typed: string): string | undefined {
  const name = typed.toLowerCase();
  return name.length <= MAX_LINK_NAME_LENGTH && LINK_NAME.test(name) ? name : undefined;
}

/** Refuses targets that clients may parse differently: other hosts, backslashes, dots, encoded characters. */
export function isOwnPage(target: string): boolean {
  if (!/^\/(?![/\\])/.test(target) || !URL.canParse(target, PLACEHOLDER_ORIGIN)) return false;
  const { origin, pathname, search, hash } = new URL(target, PLACEHOLDER_ORIGIN);
  return (
    origin === PLACEHOLDER_ORIGIN &&
    pathname + search + hash === target &&
    !pathname.includes("//") &&
    !/%(?:2f|5c|2e|25|[01][0-9a-f]|7f)/i.test(pathname) &&
    !/^\/(?:go|api)(?:\/|$)/i.test(pathname)
  );
}

export function addressOf({
  target,
  source,
  medium,
  campaign,
}: Record<"target" | "source" | "medium" | "campaign", string>) {
  const named = new URLSearchParams({ utm_source: source });
  if (medium) named.set("utm_medium", medium);
  named.set("utm_campaign", campaign);
  const { pathname, search, hash } = new URL(target, PLACEHOLDER_ORIGIN);
  return `${pathname}${search ? `${search}&` : "?"}${named}${hash}`;
}
