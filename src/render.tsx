// Renders pages to HTML: at build time for production, per request in development.
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { PUBLIC_URL_TOKEN } from "#platform/page-file.ts";
import { type Assets, Document } from "#shell/web/document.tsx";
import { PublicLayout } from "#shell/web/layouts/public-layout.tsx";
import type { PageModule, Route } from "#shell/web/page.ts";
import { createRoutes } from "./app.tsx";
import { appRoutes } from "./app-routes.ts";
import { notFoundRoute, publicRoutes } from "./routes.ts";

export { APP_ENTRY, SITE_ENTRY, socialPictureFile } from "#shell/web/page.ts";
export { socialPictureSvg, textFiles, touchIconSvg } from "./site-files.tsx";
export { notFoundRoute };

export const routes: readonly Route[] = [
  ...appRoutes.flatMap((route) => [route, ...(route.dialog ? [{ ...route, path: route.dialog }] : [])]),
  ...publicRoutes,
  notFoundRoute,
];

export async function renderRoute(route: Route, assets: Assets): Promise<string> {
  const page = await route.load();
  const html = renderToStaticMarkup(
    <Document
      meta={page.meta}
      canonicalPath={route.indexed ? route.path : undefined}
      indexed={route.indexed ?? false}
      assets={assets}
    >
      {route.kind === "app" ? await appBody(route) : <PublicBody route={route} page={page} />}
    </Document>,
  );
  return `<!DOCTYPE html>${html}`;
}

async function appBody(route: Route): Promise<ReactElement> {
  if (!route.prerendered) return <div id="app" />;
  const { query, dataRoutes } = createStaticHandler(createRoutes());
  const context = await query(new Request(`${PUBLIC_URL_TOKEN}${route.path}`));
  if (context instanceof Response) throw new Error(`${route.path} is prerendered and leads elsewhere.`);
  const router = createStaticRouter(dataRoutes, context);
  const page = <StaticRouterProvider router={router} context={context} hydrate={false} />;
  return <div id="app" {...renderedForHydration(page)} />;
}

function PublicBody({ route, page }: { route: Route; page: PageModule }) {
  const content = createElement(page.default);
  return (
    <PublicLayout currentPath={route.path}>
      {route.kind === "form" ? (
        <main id="main" tabIndex={-1} {...renderedForHydration(content)} />
      ) : (
        <main id="main" tabIndex={-1}>
          {content}
        </main>
      )}
    </PublicLayout>
  );
}

/** React's output, which the page's entry hydrates. */
function renderedForHydration(element: ReactElement) {
  return { dangerouslySetInnerHTML: { __html: renderToString(element) } };
}
