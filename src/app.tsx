import { QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Navigate, Outlet, Route, Routes, useLocation, useNavigationType } from "react-router";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { queryClient } from "#platform/web/query-client.ts";
import { LoadingText } from "#platform/web/ui/loading-text.tsx";
import { ErrorBoundary } from "#shell/web/layouts/error-boundary.tsx";
import { SignedInLayout } from "#shell/web/layouts/signed-in-layout.tsx";
import type { Route as AppRoute, PageModule } from "#shell/web/page.ts";
import { appRoutes } from "./routes.ts";

/** Loaded before React starts, because a prerendered page would flicker otherwise. */
export type OpenedPage = { route: AppRoute; page: PageModule };

export function App({ opened }: { opened: OpenedPage | undefined }) {
  const [pages] = useState(() => appRoutes.map((route) => ({ ...route, Page: pageOf(route, opened) })));
  return (
    <QueryClientProvider client={queryClient}>
      <Routes>
        {pages
          .filter(({ behind }) => !behind)
          .map(({ path, Page }) => (
            <Route
              key={path}
              path={path}
              element={
                <PageFrame>
                  <Page />
                </PageFrame>
              }
            />
          ))}
        <Route element={<SignedInArea />}>
          {pages
            .filter(({ behind }) => behind)
            .map(({ path, Page }) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
        </Route>
        <Route path="*" element={<OtherDocument />} />
      </Routes>
    </QueryClientProvider>
  );
}

function SignedInArea() {
  const { isSignedIn, user } = useSession();
  const { pathname, search, hash } = useLocation();
  if (!isSignedIn) return <Navigate to="/login" replace state={{ from: pathname + search + hash }} />;
  const behind = appRoutes.find(({ path }) => path === pathname)?.behind;
  if (behind === "admin" && user?.role !== "admin") return <Navigate to="/dashboard" replace />;
  return (
    <SignedInLayout>
      <PageFrame>
        <Outlet />
      </PageFrame>
    </SignedInLayout>
  );
}

/** Keyed by path, so that an error of one page does not affect the next. */
function PageFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Arriving />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function Arriving() {
  return (
    <main id="main" tabIndex={-1} className="wrap py-10">
      <LoadingText>Loading...</LoadingText>
    </main>
  );
}

/** A path outside this application: the server answers with another document. */
function OtherDocument() {
  useEffect(() => location.reload(), []);
  return null;
}

function pageOf(route: AppRoute, opened: OpenedPage | undefined): ComponentType {
  if (route === opened?.route) return arrivingAt(opened.page);
  return lazy(async () => ({ default: arrivingAt(await route.load()) }));
}

let hasArrived = false;

/** Does what browsers do on a full page load: sets the title, scrolls to the top, and moves the focus. */
function arrivingAt({ default: Page, meta }: PageModule): ComponentType {
  return function ArrivedPage() {
    const navigation = useNavigationType();
    // biome-ignore lint/correctness/useExhaustiveDependencies: once per arrival
    useEffect(() => {
      document.title = meta.title;
      if (!hasArrived) {
        hasArrived = true;
        return;
      }
      if (navigation !== "POP") scrollTo(0, 0);
      focusHeading();
    }, []);
    return <Page />;
  };
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
