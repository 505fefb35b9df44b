// Draws every page to HTML: at build time for production, per request in development.
import { createElement } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { type Assets, Document } from "#platform/web/document.tsx";
import { PublicLayout } from "#platform/web/layouts/public-layout.tsx";
import type { PageModule, Route } from "#platform/web/page.ts";
import { appRoutes, notFoundRoute, publicRoutes } from "./routes.ts";

export { APP_ENTRY, SITE_ENTRY } from "#platform/web/page.ts";

export { notFoundRoute };

export const routes: readonly Route[] = [...appRoutes, ...publicRoutes, notFoundRoute];

export async function renderRoute(route: Route, assets: Assets): Promise<string> {
  const page = await route.load();
  const body =
    route.kind === "app" ? (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output
      <div id="app" dangerouslySetInnerHTML={{ __html: route.prerendered ? renderAppPage(route, page) : "" }} />
    ) : (
      <PublicLayout currentPath={route.path}>
        {route.kind === "form" ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output, which the page's entry takes over
          <main id="main" tabIndex={-1} dangerouslySetInnerHTML={{ __html: renderToString(createElement(page.default)) }} />
        ) : (
          <main id="main" tabIndex={-1}>
            {createElement(page.default)}
          </main>
        )}
      </PublicLayout>
    );
  const html = renderToStaticMarkup(
    <Document
      meta={page.meta}
      canonicalPath={route.indexed ? route.path : undefined}
      indexed={route.indexed ?? false}
      assets={assets}
    >
      {body}
    </Document>,
  );
  return `<!DOCTYPE html>${html}`;
}

function renderAppPage(route: Route, page: PageModule): string {
  return renderToString(
    <StaticRouter location={route.path}>{createElement(page.default)}</StaticRouter>,
  );
}
