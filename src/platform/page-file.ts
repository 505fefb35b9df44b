/** One line of build/pages.json: what the build tells the server about a page. */
export type PageFile = { path: string; file: string; indexed: boolean };

/** Stands for PUBLIC_URL in built pages; the server puts the real one in when it starts. */
export const PUBLIC_URL_TOKEN = "https://public-url.invalid";
