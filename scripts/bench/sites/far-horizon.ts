// node --import this: the site with a calendar that is open for twenty years instead of ninety days, so that a measurement
// does not run out of slots. Nothing else about booking changes, nor what a booking costs: only its own day is looked at.
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "#site" && !context.parentURL?.endsWith("/far-horizon-site.ts")
      ? { url: new URL("far-horizon-site.ts", import.meta.url).href, shortCircuit: true, format: "module-typescript" }
      : next(specifier, context),
});
