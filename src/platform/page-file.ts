export type PageFile = { path: string; file: string; indexed: boolean };

/** Placeholder for PUBLIC_URL in built pages; the server replaces it at start. */
export const PUBLIC_URL_TOKEN = "https://public-url.invalid";
