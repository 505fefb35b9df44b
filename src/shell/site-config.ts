// Where the site.config.ts of earlier versions imports its types from.
export * from "#company/site-config.ts";
