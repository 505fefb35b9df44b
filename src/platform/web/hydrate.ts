import { type ComponentType, createElement } from "react";
import { hydrateRoot } from "react-dom/client";

/** Hands the built <main> of a form page over to React. */
export function hydrateMain(page: ComponentType): void {
  const main = document.getElementById("main");
  if (!main) throw new Error("The document has no <main id=main>.");
  hydrateRoot(main, createElement(page));
}
