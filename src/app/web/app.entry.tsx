import "./app.css";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from "react-router";
import { followTheme } from "#company/shell/web/theme.ts";
import { queryClient } from "#platform/web/query-client.ts";
import { currentUser, isSignedIn, onSessionChange, onSessionExpired } from "#platform/web/session.ts";
import { showStoredToast, showToast } from "#platform/web/toast.ts";
import { createRoutes } from "./app.tsx";

followTheme();
clearCacheOnAccountChange();
dropWorkerWithSession();
onSessionExpired((description) => showToast({ title: "Error", description, tone: "destructive" }));
void start();

/** Page scripts import from the file this one is built into, and would wait for a top-level await. */
async function start(): Promise<void> {
  const root = document.getElementById("app");
  if (!root) throw new Error("The document has no element #app.");
  const routes = createRoutes();
  await loadOpenedPage(routes);
  const app = <RouterProvider router={createBrowserRouter(routes, { hydrationData: {} })} />;
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
  showStoredToast();
}

/** The page is loaded before React starts, because a prerendered page would flicker otherwise. */
async function loadOpenedPage(routes: RouteObject[]): Promise<void> {
  const opened = matchRoutes(routes, location) ?? [];
  try {
    await Promise.all(opened.map(({ route }) => loadParts(route)));
  } catch {
    // The router loads it again, and shows the error if that also fails.
  }
}

async function loadParts(route: RouteObject): Promise<void> {
  if (typeof route.lazy === "function") Object.assign(route, await route.lazy(), { lazy: undefined });
}

/** Another person may sign in, also in another tab. */
function clearCacheOnAccountChange(): void {
  const personNow = () => (isSignedIn() ? currentUser()?.email : undefined);
  let person = personNow();
  onSessionChange(() => {
    const now = personNow();
    if (person === now) return;
    person = now;
    queryClient.removeQueries({ type: now ? "inactive" : "all" });
    if (now) void queryClient.resetQueries();
  });
}

/** Most who come to the sign-in page have none, and load nothing for it. */
async function dropWorkerIfAny(): Promise<void> {
  const all = await navigator.serviceWorker?.getRegistrations();
  if (all?.length) await (await import("#platform/web/drop-worker.ts")).dropWorker();
}

/** The session may have ended while no page was open. */
function dropWorkerWithSession(): void {
  const look = () => {
    if (!isSignedIn()) dropWorkerIfAny().catch(() => {});
  };
  look();
  onSessionChange(look);
}
