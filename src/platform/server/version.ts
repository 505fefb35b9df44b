import site from "#package.json" with { type: "json" };

export function siteVersion(): string {
  return site.version;
}
