import { renderToStaticMarkup } from "react-dom/server";
import type { Facts } from "#company/facts/schema.ts";
import type { Route } from "#company/shell/web/page.ts";
import { LogoMark } from "#company/shell/web/parts/logo.tsx";
import { type Lettering, SocialPicture } from "#company/shell/web/social-picture.tsx";
import { inLightTheme } from "#company/shell/web/theme-colors.ts";
import { PUBLIC_URL_TOKEN } from "#platform/page-file.ts";
import { HeroSheet } from "./drawings/hero-drawing.tsx";

export function textFiles(routes: readonly Route[], facts: Facts): Record<string, string> {
  return {
    "favicon.svg": faviconSvg(facts),
    "robots.txt": robotsTxt(),
    "sitemap.xml": sitemapXml(routes),
    ".well-known/gpc.json": gpcJson(),
  };
}

/** The icon is a full square, because phones round the corners. `mark` is the data URL of a logo. */
export function touchIconSvg({ accent }: Facts, mark?: string): string {
  return inLightTheme(
    renderToStaticMarkup(
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="-7 -7 46 46" width="180" height="180" aria-hidden="true">
        <path d="M-7-7h46v46H-7z" fill="var(--bg)" />
        {mark ? <image href={mark} x="-2" y="-2" width="36" height="36" /> : <LogoMark />}
      </svg>,
    ),
    accent,
  );
}

export async function socialPictureSvg(
  route: Route,
  given: { facts: Facts; lettering: Lettering; mark?: string | undefined },
): Promise<string> {
  const page = await route.load();
  const { title } = page.meta(given.facts);
  const [short = title] = title.split(" | ");
  const picture = <SocialPicture title={short} {...given} drawing={<HeroSheet />} />;
  return inLightTheme(renderToStaticMarkup(picture), given.facts.accent);
}

function faviconSvg({ accent }: Facts): string {
  return inLightTheme(renderToStaticMarkup(<LogoMark />), accent).replace(
    "<svg ",
    '<svg xmlns="http://www.w3.org/2000/svg" ',
  );
}

function robotsTxt(): string {
  return `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${PUBLIC_URL_TOKEN}/sitemap.xml\n`;
}

function gpcJson(): string {
  return `${JSON.stringify({ gpc: true, lastUpdate: "2026-11-21" })}\n`;
}

function sitemapXml(routes: readonly Route[]): string {
  const urls = routes
    .filter((route) => route.indexed)
    .map((route) => `  <url><loc>${PUBLIC_URL_TOKEN}${route.path}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("")}</urlset>\n`;
}
