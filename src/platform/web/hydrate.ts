import { type ComponentType, createElement, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

export function hydrateMain(page: ComponentType): void {
  const main = document.getElementById("main");
  if (!main) throw new Error("The document has no <main id=main>.");
  startTransition(() => {
    hydrateRoot(main, createElement(page));
  });
}
