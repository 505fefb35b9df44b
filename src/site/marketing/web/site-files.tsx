import { renderToStaticMarkup } from "react-dom/server";
import type { Facts } from "#company/facts/schema.ts";
import { MANIFEST, manifestJson } from "#company/shell/web/installed-app.tsx";
import type { Route } from "#company/shell/web/page.ts";
import { LogoMark } from "#company/shell/web/parts/logo.tsx";
import { type Lettering, SocialPicture } from "#company/shell/web/social-picture.tsx";
import { inLightTheme } from "#company/shell/web/theme-colors.ts";
import { withShownWords } from "#company/shell/words.ts";
import { PUBLIC_URL_TOKEN } from "#platform/page-file.ts";
import { HeroSheet } from "./drawings/hero-drawing.tsx";

export function textFiles(routes: readonly Route[], facts: Facts): Record<string, string> {
  return {
    "favicon.svg": faviconSvg(facts),
    [MANIFEST.slice(1)]: manifestJson(facts),
    "robots.txt": robotsTxt(),
    "sitemap.xml": sitemapXml(routes),
    ".well-known/gpc.json": gpcJson(),
  };
}

export async function socialPictureSvg(
  route: Route,
  given: { facts: Facts; lettering: Lettering; mark?: string | undefined },
): Promise<string> {
  const page = await route.load();
  const { title } = page.meta(withShownWords(given.facts));
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
