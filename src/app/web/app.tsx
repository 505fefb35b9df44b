import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { Outlet, type RouteObject, ScrollRestoration, useMatches } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { ErrorPage } from "#company/shell/web/layouts/error-page.tsx";
import { LoadingPage } from "#company/shell/web/layouts/loading-page.tsx";
import { ADMIN_AREA, type PageMeta, type Route } from "#company/shell/web/page.ts";
import type { Duty } from "#platform/access/duties.ts";
import { queryClient } from "#platform/web/query-client.ts";
import { appRoutes } from "./app-routes.ts";

const ADMIN_PAGES = appRoutes.filter(({ navigation }) => navigation);

export function createRoutes(): RouteObject[] {
  const pages = (behind: Route["behind"]) => appRoutes.filter((route) => route.behind === behind).map(toPage);
  return [
    {
      element: <Application />,
      errorElement: <ErrorPage />,
      children: [
        { element: <LoadingPage />, children: [withErrorPage(pages(undefined))] },
        {
          lazy: loadSignedInArea,
          children: [withErrorPage([...pages("sign-in"), { id: ADMIN_AREA, children: pages("admin") }])],
        },
        { path: "*", element: <OtherDocument /> },
      ],
    },
  ];
}

async function loadSignedInArea(): Promise<{ element: ReactNode }> {
  const [{ SignedInArea }, { FactorGate }, { CallButton }, { ProofPanel }, { LiveUpdates }, { AskOwner }] =
    await Promise.all([
      import("#company/shell/web/layouts/signed-in-area.tsx"),
      import("#accounts/users/web/second-factor/factor-gate-panel.tsx"),
      import("#inquiries/calls/web/call-button.tsx"),
      import("#accounts/users/web/sign-in/proof-panel.tsx"),
      import("./live-updates.tsx"),
      import("#accounts/users/web/ask-owner.tsx"),
    ]);
  const everywhere = (
    <>
      <ProofPanel />
      <LiveUpdates />
    </>
  );
  const area = {
    adminTools: <CallButton />,
    adminPages: ADMIN_PAGES,
    askOwner: (duties: readonly Duty[]) => <AskOwner duties={duties} />,
    Gate: FactorGate,
    everywhere,
  };
  return { element: <SignedInArea {...area} /> };
}

/** The router does not show errors of a route whose own script failed to load, so the error page needs a parent route. */
function withErrorPage(pages: RouteObject[]): RouteObject {
  return { errorElement: <ErrorPage />, children: pages };
}

function toPage({ path, load, dialog }: Route): RouteObject {
  return {
    path,
    children: dialog ? [{ path: dialog, element: null }] : [],
    lazy: async () => {
      const { default: Component, meta } = await load();
      return { Component, handle: meta };
    },
  };
}

function Application() {
  usePageChange();
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <ScrollRestoration />
    </QueryClientProvider>
  );
}

function usePageChange(): void {
  const meta = useMatches()
    .map(({ handle }) => handle as PageMeta | undefined)
    .findLast(Boolean);
  const facts = useFacts();
  const title = meta?.(facts).title;
  const hasShownPage = useRef(false);
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>("h1");
    if (!meta || !heading) return;
    if (hasShownPage.current) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    hasShownPage.current = true;
  }, [meta]);
}

function OtherDocument() {
  useEffect(() => location.reload(), []);
  return null;
}
