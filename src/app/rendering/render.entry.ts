// What the build makes of this renders the pages of one version. Facts are adopted before any page's module loads, because
// some read them as they load.
export { adoptFacts } from "#company/facts/facts.ts";

export const loadRenderer = () => import("./render.tsx");
