// The signed-in area and the way into it.
import "#platform/web/styles.css";
import { createElement, lazy, Suspense } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter, Route, Routes } from "react-router";
import { followTheme } from "#platform/web/theme.ts";
import { showCarriedToast } from "#platform/web/toast.ts";
import { appRoutes } from "./routes.ts";

const root = document.getElementById("app");
if (!root) throw new Error("The document has no element #app.");

// The page that is already on the screen must be here before React takes it over: a lazy one would suspend and flicker.
const opened = appRoutes.find((route) => route.path === location.pathname);
const openedPage = opened && (await opened.load()).default;

const app = (
  <BrowserRouter>
    <Suspense>
      <Routes>
        {appRoutes.map((route) => (
          <Route
            key={route.path}
            path={route.path}
            element={createElement(route === opened && openedPage ? openedPage : lazy(route.load))}
          />
        ))}
      </Routes>
    </Suspense>
  </BrowserRouter>
);

followTheme();
if (root.hasChildNodes()) hydrateRoot(root, app);
else createRoot(root).render(app);
showCarriedToast();
