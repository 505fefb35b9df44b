import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { createRoutes } from "#app/web/app.tsx";
import { appRoutes } from "#app/web/app-routes.ts";
import { goneRoute, notFoundRoute, ownPages, publicRoutes } from "#app/web/routes.ts";
import { adoptFacts } from "#company/facts/facts.ts";
import { shownPages } from "#company/facts/pages/pages.ts";
import type { Facts } from "#company/facts/schema.ts";
import { factsOfApp, factsOfVisitors } from "#company/shell/page-facts.ts";
import { type Assets, Document } from "#company/shell/web/document.tsx";
import { MANIFEST } from "#company/shell/web/installed-app.tsx";
import { PublicLayout } from "#company/shell/web/layouts/public-layout.tsx";
import type { PageModule, Route } from "#company/shell/web/page.ts";
import { withShownWords } from "#company/shell/words.ts";
import { PUBLIC_URL_TOKEN } from "#platform/page-file.ts";
import { AnnouncementLine } from "#site/marketing/web/texts/announcement-line.tsx";

export { movedAddresses } from "#company/facts/pages/addresses.ts";
export { APP_ICONS, appIconSvg, offlineHtml } from "#company/shell/web/installed-app.tsx";
export { APP_ENTRY, entryOf, LOGO_ICON, SITE_ENTRY, socialPictureFile } from "#company/shell/web/page.ts";
export { socialPictureSvg, textFiles } from "#site/marketing/web/site-files.tsx";
export { notFoundRoute };

export const routes: readonly Route[] = [
  ...appRoutes.flatMap((route) => [route, ...(route.dialog ? [{ ...route, path: route.dialog }] : [])]),
  ...publicRoutes,
  notFoundRoute,
  goneRoute,
];

export function routesOf(facts: Facts): Route[] {
  return [...routes, ...ownPages(shownPages(facts))];
}

/** Hidden pages too: their owner looks at them before anyone else. */
export function previewOf(path: string, facts: Facts): Route | undefined {
  return [...routes, ...ownPages(facts.pages)].find((route) => route.path === path && route.kind !== "app");
}

type Given = { assets: Assets; version: { number: number; facts: Facts } };

export async function renderRoute(route: Route, { assets, version }: Given): Promise<string> {
  const page = await route.load();
  const body = route.kind === "app" ? await appBody(route) : <PublicBody route={route} page={page} />;
  // No code awaits from here on, so that another version's pages, rendered at the same time, cannot exchange the facts.
  const facts = withShownWords(version.facts);
  adoptFacts(facts);
  const html = renderToStaticMarkup(
    <Document
      meta={page.meta(facts)}
      canonicalPath={route.indexed ? route.path : undefined}
      indexed={route.indexed ?? false}
      assets={assets}
      version={version.number}
      manifest={route.kind === "app" ? MANIFEST : undefined}
      facts={route.kind === "app" ? factsOfApp(facts) : factsOfVisitors(facts, route.words)}
    >
      {body}
    </Document>,
  );
  return `<!DOCTYPE html>${route.kind === "content" ? withoutOtherIcons(html) : html}`;
}

/** No script adds an icon to a content page, so its style sheet needs no others. */
function withoutOtherIcons(html: string): string {
  return html.replace(/\.(icon-[\w-]+)\{-webkit-mask-image:[^}]*\}/g, (rule, name) =>
    html.includes(`"icon ${name}`) ? rule : "",
  );
}

async function appBody(route: Route): Promise<ReactElement> {
  if (!route.prerendered) return <div id="app" />;
  const { query, dataRoutes } = createStaticHandler(createRoutes());
  const context = await query(new Request(`${PUBLIC_URL_TOKEN}${route.path}`));
  if (context instanceof Response) throw new Error(`${route.path} is prerendered and leads elsewhere.`);
  const router = createStaticRouter(dataRoutes, context);
  return <AppBody page={<StaticRouterProvider router={router} context={context} hydrate={false} />} />;
}

function AppBody({ page }: { page: ReactElement }) {
  return <div id="app" {...renderedForHydration(page)} />;
}

function PublicBody({ route, page }: { route: Route; page: PageModule }) {
  const content = createElement(page.default);
  return (
    <PublicLayout currentPath={route.path} above={<AnnouncementLine />}>
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

function renderedForHydration(element: ReactElement) {
  return { dangerouslySetInnerHTML: { __html: renderToString(element) } };
}
