import type { ReactNode } from "react";
import { FACTS_ID, VERSION_NAME } from "#company/facts/facts.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { type PageAssets, PUBLIC_URL_TOKEN } from "#platform/page-file.ts";
import { type Head, LOGO_ICON, socialPictureFile } from "./page.ts";
import { themeScript } from "./theme.ts";
import { backgroundOf, paletteStyle } from "./theme-colors.ts";

export type Assets = PageAssets & {
  inlineStyles?: string;
};

type Props = {
  meta: Head;
  /** The path is absolute; undefined if the page has no URL of its own. */
  canonicalPath: string | undefined;
  indexed: boolean;
  assets: Assets;
  version: number;
  /** Of pages that can be installed. */
  manifest: string | undefined;
  facts: object;
  children: ReactNode;
};

/** Only the server renders the document. */
export function Document({ meta, canonicalPath, indexed, assets, version, manifest, facts, children }: Props) {
  const { accent, defaultTheme, logo } = useFacts();
  const background = backgroundOf(accent);
  const colors = paletteStyle(accent);
  const canonical = canonicalPath && `${PUBLIC_URL_TOKEN}${canonicalPath}`;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{meta.title}</title>
        {meta.description && <meta name="description" content={meta.description} />}
        {!indexed && <meta name="robots" content="noindex" />}
        {indexed && canonical && <link rel="canonical" href={canonical} />}
        <meta name="theme-color" content={background.light} />
        <meta name="color-scheme" content="light dark" />
        <meta name={VERSION_NAME} content={String(version)} />
        <script
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; its hash is in the page's CSP
          dangerouslySetInnerHTML={{ __html: themeScript(defaultTheme, background) }}
        />
        <script
          id={FACTS_ID}
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own facts with "<" escaped
          dangerouslySetInnerHTML={{ __html: inlineJson(facts) }}
        />
        {assets.fonts.map((href) => (
          <link
            key={href}
            rel="preload"
            href={href}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
            fetchPriority="low"
          />
        ))}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.inlineStyles && (
          <style
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet; its hash is in the page's CSP
            dangerouslySetInnerHTML={{ __html: assets.inlineStyles }}
          />
        )}
        {colors && (
          <style
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constants; their hash is in the page's CSP
            dangerouslySetInnerHTML={{ __html: colors }}
          />
        )}
        {assets.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {assets.scripts.map((src) => (
          <script key={src} type="module" src={src} fetchPriority={assets.inlineStyles ? "low" : undefined} />
        ))}
        {logo ? (
          <link rel="icon" href={`/${LOGO_ICON}`} type="image/png" />
        ) : (
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        )}
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {manifest && <link rel="manifest" href={manifest} />}
        {indexed && canonicalPath && <SharingTags meta={meta} path={canonicalPath} />}
        {meta.jsonLd?.map((item) => (
          <script
            key={JSON.stringify(item)}
            type="application/ld+json"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own facts with "<" escaped
            dangerouslySetInnerHTML={{ __html: inlineJson(item) }}
          />
        ))}
      </head>
      <body data-entry={assets.lateEntry?.script} data-entry-imports={assets.lateEntry?.imports.join(" ") || undefined}>
        <a className="skip-link print:hidden" href="#main">
          Skip to main content
        </a>
        {children}
        <div id="toasts" role="status" aria-live="polite" className="toasts" />
      </body>
    </html>
  );
}

function inlineJson(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function SharingTags({ meta, path }: { meta: Head; path: string }) {
  const { company } = useFacts();
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={company.name} />
      <meta property="og:title" content={meta.title} />
      {meta.description && <meta property="og:description" content={meta.description} />}
      <meta property="og:url" content={`${PUBLIC_URL_TOKEN}${path}`} />
      <meta property="og:image" content={`${PUBLIC_URL_TOKEN}/${socialPictureFile(path)}`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${company.name}: a house whose light is on`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
