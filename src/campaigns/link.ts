// A short link stands on a postcard or a sign: /go/{name} leads to a page of the site and says which campaign it was.

export const LINKS_PATH = "/go/";
export const MAX_LINKS = 500;
export const MAX_LINK_NAME_LENGTH = 60;

export const LINK_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const NOWHERE = "https://site.invalid";

/** The name as it stands in the table, of whatever somebody typed off a postcard; undefined where it can be none. */
export function linkNameOf(typed: string): string | undefined {
  const name = typed.toLowerCase();
  return name.length <= MAX_LINK_NAME_LENGTH && LINK_NAME.test(name) ? name : undefined;
}

/**
 * Whether a text is the path of a page here, written just as a browser would ask for it. Whatever a browser, a proxy or
 * this server might read in another way is none: other hosts, backslashes, dots, and their encoded forms.
 */
export function isOwnPage(target: string): boolean {
  if (!/^\/(?![/\\])/.test(target) || !URL.canParse(target, NOWHERE)) return false;
  const { origin, pathname, search, hash } = new URL(target, NOWHERE);
  return (
    origin === NOWHERE &&
    pathname + search + hash === target &&
    !pathname.includes("//") &&
    !/%(?:2f|5c|2e|25|[01][0-9a-f]|7f)/i.test(pathname) &&
    !/^\/(?:go|api)(?:\/|$)/i.test(pathname)
  );
}

/** Where the link leads: its page, with the campaign in the address as the page's script reads it. */
export function addressOf({
  target,
  source,
  medium,
  campaign,
}: Record<"target" | "source" | "medium" | "campaign", string>) {
  const named = new URLSearchParams({ utm_source: source });
  if (medium) named.set("utm_medium", medium);
  named.set("utm_campaign", campaign);
  const { pathname, search, hash } = new URL(target, NOWHERE);
  return `${pathname}${search ? `${search}&` : "?"}${named}${hash}`;
}
