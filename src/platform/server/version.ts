import site from "#package.json" with { type: "json" };

/** Of package.json, the only place that says it. */
export function siteVersion(): string {
  return site.version;
}
