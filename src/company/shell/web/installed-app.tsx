// What makes the signed-in area an app of a phone. Only the server imports this file.
import { renderToStaticMarkup } from "react-dom/server";
import type { Facts } from "#company/facts/schema.ts";
import { LogoMark } from "./parts/logo.tsx";
import { backgroundOf, COLORS, inLightTheme } from "./theme-colors.ts";

export const MANIFEST = "/admin/app.webmanifest";

/** Phones cut up to a tenth off each side of an icon that is maskable. */
export const APP_ICONS = [
  { file: "apple-touch-icon.png", width: 180, margin: 7 },
  { file: "admin/icon-192.png", width: 192, margin: 7, purpose: "any" },
  { file: "admin/icon-512.png", width: 512, margin: 7, purpose: "any" },
  { file: "admin/icon-maskable.png", width: 512, margin: 14, purpose: "maskable" },
];

/** The icon is a full square, because phones round the corners. `mark` is the data URL of a logo. */
export function appIconSvg({ accent }: Facts, { mark, margin }: { mark: string | undefined; margin: number }): string {
  const size = 32 + 2 * margin;
  return inLightTheme(
    renderToStaticMarkup(
      <svg
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`${-margin} ${-margin} ${size} ${size}`}
        width="180"
        height="180"
        aria-hidden="true"
      >
        <path d={`M${-margin} ${-margin}h${size}v${size}h${-size}z`} fill="var(--bg)" />
        {mark ? <image href={mark} x="-2" y="-2" width="36" height="36" /> : <LogoMark />}
      </svg>,
    ),
    accent,
  );
}

/** Signing in, and one's own account, are outside /admin and belong to the app. */
export function manifestJson({ company, accent }: Facts): string {
  const background = backgroundOf(accent).light;
  return JSON.stringify({
    id: "/admin",
    name: company.name,
    short_name: company.shortName,
    start_url: "/admin",
    scope: "/",
    display: "standalone",
    background_color: background,
    theme_color: background,
    icons: APP_ICONS.flatMap(({ file, width, purpose }) =>
      purpose ? { src: `/${file}`, sizes: `${width}x${width}`, type: "image/png", purpose } : [],
    ),
  });
}

/** It is shown without a connection, so it loads nothing. */
export function offlineHtml({ company, accent }: Facts): string {
  const { light, dark } = COLORS[accent];
  const colors = ({ bg, ink, brand }: typeof light) => `--bg:${bg};--ink:${ink};--brand:${brand}`;
  const style = [
    `:root{color-scheme:light dark;${colors(light)}}`,
    `@media(prefers-color-scheme:dark){:root{${colors(dark)}}}`,
    "body{margin:0;background:var(--bg);color:var(--ink);font:1.125rem/1.6 system-ui,sans-serif}",
    "main{max-width:36rem;margin:auto;padding:15vh 1.25rem}",
    "a{display:inline-block;padding:.75rem 0;color:var(--brand)}",
  ].join("");
  const page = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`Offline | ${company.shortName}`}</title>
        <style
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constants; their hash is in the page's CSP
          dangerouslySetInnerHTML={{ __html: style }}
        />
      </head>
      <body>
        <main>
          <h1>You are offline</h1>
          <p>
            Leads, bookings and messages of {company.name} are not kept on this device. They are here again once it is
            connected.
          </p>
          {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page that was asked for */}
          <a href="">Try Again</a>
        </main>
      </body>
    </html>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
}
