import { type ComponentType, createElement, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/** Hands the built <main> of a form page over to React. */
export function hydrateMain(page: ComponentType): void {
  const main = document.getElementById("main");
  if (!main) throw new Error("The document has no <main id=main>.");
  // As a transition it is done in small pieces: a phone stays ready for what a thumb does meanwhile.
  startTransition(() => {
    hydrateRoot(main, createElement(page));
  });
}
