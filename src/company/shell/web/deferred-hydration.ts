import { showToast } from "#platform/web/toast.ts";

/** The script starts after the first paint. Inputs already work before; React then adopts their values. */
export function startDeferredHydration(): void {
  const { entry, entryImports } = document.body.dataset;
  if (!entry) return;
  const start = () => {
    for (const href of entryImports?.split(" ") ?? []) preloadModule(href);
    import(/* @vite-ignore */ entry).catch(showLoadFailure);
  };
  // On a slow phone "load" may fire before the first paint, which must not wait for React.
  const startOnceDrawn = () => requestAnimationFrame(() => setTimeout(start));
  if (document.readyState === "complete") startOnceDrawn();
  else addEventListener("load", startOnceDrawn);
}

function preloadModule(href: string): void {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = href;
  document.head.append(link);
}

function showLoadFailure(): void {
  const description = "This page did not load completely. Please check your connection and reload it.";
  showToast({ title: "Error", description, tone: "destructive" });
}
