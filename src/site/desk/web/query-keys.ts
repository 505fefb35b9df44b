export const siteKeys = {
  present: ["site", "present"],
  versions: ["site", "versions"],
  effects: (version: number) => ["site", "effects", version],
  page: (path: string, version: number) => ["site", "page", path, version],
};
