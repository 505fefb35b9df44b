export const siteKeys = {
  present: ["site", "present"],
  versions: ["site", "versions"],
  effects: (version: number) => ["site", "effects", version],
  version: (number: number) => ["site", "version", number],
  page: (path: string, shown: object) => ["site", "page", path, shown],
};
