// node --import this: opens the calendar for twenty years instead of ninety days, so that a measurement has enough slots. The
// cost of a booking stays the same, because only its own day is read.
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "#site" && !context.parentURL?.endsWith("/far-horizon-site.ts")
      ? { url: new URL("far-horizon-site.ts", import.meta.url).href, shortCircuit: true, format: "module-typescript" }
      : next(specifier, context),
});
