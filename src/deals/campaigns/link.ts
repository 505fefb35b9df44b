// A short link is for postcards and signs: /go/{name} redirects to a page of the site with the campaign in its URL.

export const LINKS_PATH = "/go/";
export const MAX_LINKS = 500;
export const MAX_LINK_NAME_LENGTH = 60;

export const LINK_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const NOWHERE = "https://site.invalid";

/** The stored form of a name as typed; undefined if it cannot be one. */
export function linkNameOf(typed: string): string | undefined {
  const name = typed.toLowerCase();
  return name.length <= MAX_LINK_NAME_LENGTH && LINK_NAME.test(name) ? name : undefined;
}

/** Refuses whatever browsers, proxies or this server might read differently: other hosts, backslashes, dots, encoded forms. */
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
