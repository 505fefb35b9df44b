import "./app.css";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { queryClient } from "#platform/web/query-client.ts";
import { currentUser, isSignedIn, onSessionChange, onSessionExpired } from "#platform/web/session.ts";
import { showCarriedToast, showToast } from "#platform/web/toast.ts";
import { followTheme } from "#shell/web/theme.ts";
import { App, type OpenedPage } from "./app.tsx";
import { appRoutes } from "./routes.ts";

const root = document.getElementById("app");
if (!root) throw new Error("The document has no element #app.");

const app = (
  <BrowserRouter>
    <App opened={await openedPage()} />
  </BrowserRouter>
);

followTheme();
forgetOnAnotherPerson();
onSessionExpired((description) => showToast({ title: "Error", description, tone: "destructive" }));
if (root.hasChildNodes()) hydrateRoot(root, app);
else createRoot(root).render(app);
showCarriedToast();

async function openedPage(): Promise<OpenedPage | undefined> {
  const route = appRoutes.find(({ path }) => path === location.pathname);
  if (!route || (route.behind && !isSignedIn())) return undefined;
  try {
    return { route, page: await route.load() };
  } catch {
    // The application loads it again, and shows the error if that fails too.
    return undefined;
  }
}

/** Clears cached data when another person signs in, which may happen in another tab. */
function forgetOnAnotherPerson(): void {
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
