// Where the site.config.ts of earlier versions imports its types from.
export * from "#company/facts/site-config.ts";
