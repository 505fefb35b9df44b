/** One line of build/pages.json: what the build tells the server about a page. */
export type PageFile = { path: string; file: string; indexed: boolean };
